/**
 * Converts the numbers at these paths to bigint, in place, so that a field has one type for large and small values. `*`
 * stands for every entry of a list.
 */
export function withBigints(
  answer: unknown,
  paths: readonly string[],
): unknown {
  const holder = { answer };
  for (const path of paths)
    visit(holder, path === "" ? ["answer"] : ["answer", ...path.split(".")], 0);
  return holder.answer;
}

function visit(node: unknown, path: readonly string[], at: number): void {
  if (typeof node !== "object" || node === null) return;
  const key = path[at]!;
  const parent = node as Record<string, unknown>;
  if (at === path.length - 1) {
    const value = parent[key];
    if (typeof value === "number") parent[key] = BigInt(value);
  } else if (key === "*") {
    for (const entry of node as unknown[]) visit(entry, path, at + 1);
  } else {
    visit(parent[key], path, at + 1);
  }
}
