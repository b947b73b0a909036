import type { Method } from "../method.ts";

/**
 * The last segment of the path, if it is the name of a method. Hosts put prefixes and keys before it, and keys into
 * the query.
 */
export function methodOfPath(
  path: string,
  methods: ReadonlyMap<string, Method>,
): string | null {
  if (path === "/") return null; // nearly always
  const query = path.indexOf("?");
  let end = query < 0 ? path.length : query;
  while (end > 0 && path[end - 1] === "/") end--;
  const segment = path.slice(path.lastIndexOf("/", end - 1) + 1, end);
  return methods.has(segment) ? segment : null;
}
