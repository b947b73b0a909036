import { findDifferences } from "./diff.ts";
import { type Finding, show } from "./findings.ts";
import { findingsOf } from "./findingsOf.ts";
import type { Answer } from "./replies.ts";

type Row = Readonly<Record<string, unknown>>;

/** The items of an answer, and whether more follow. */
interface List {
  readonly rows: readonly Row[];
  readonly cut: boolean;
}

const HOLDERS = "getCompressedMintTokenHolders";

/** Compares two lists item by item, whatever their order, and then their order. */
export function judgeLists(method: string, a: Answer, b: Answer): Finding[] {
  const [rowsA, rowsB] = [rowsOf(a), rowsOf(b)];
  const zero = method === HOLDERS ? holdersOfZero(rowsA, rowsB) : [];
  const [left, right] =
    zero.length > 0
      ? [rowsA.filter(hasBalance), rowsB.filter(hasBalance)]
      : [rowsA, rowsB];
  return [
    ...zero,
    ...repeated(left, "A"),
    ...repeated(right, "B"),
    ...compareRows(
      method,
      { rows: left, cut: a.cut },
      { rows: right, cut: b.cut },
    ),
  ];
}

export function rowsOf({ value }: Answer): readonly Row[] {
  return value as readonly Row[];
}

/** The identity of an item: the hash of an account, else its signature, owner and mint, as far as it has them. */
export function rowKey(row: Row): string {
  const names = (row["account"] ?? row) as Readonly<
    Partial<Record<"hash" | "signature" | "owner" | "mint", string>>
  >;
  const { hash, signature, owner, mint } = names;
  if (hash !== undefined) return hash;
  const parts = [signature, owner, mint].filter((part) => part !== undefined);
  return parts.join(" ");
}

function holdersOfZero(a: readonly Row[], b: readonly Row[]): Finding[] {
  const zeros = [a, b].map((rows) => rows.find((row) => !hasBalance(row)));
  if (!zeros[0] === !zeros[1]) return [];
  const detail = `${rowKey((zeros[0] ?? zeros[1])!)} holds 0`;
  return [{ name: "holdersOfZero", server: zeros[0] ? "A" : "B", detail }];
}

function hasBalance({ balance }: Row): boolean {
  return Number(balance) !== 0;
}

/** Reports items that a walk returns twice. */
export function repeated(rows: readonly Row[], server: "A" | "B"): Finding[] {
  const seen = new Set<string>();
  const again = rows.map(rowKey).filter((key) => {
    const known = seen.has(key);
    seen.add(key);
    return known;
  });
  if (again.length === 0) return [];
  return [{ name: "repeatsRows", server, detail: some(again) }];
}

export function some(keys: readonly string[]): string {
  const more = keys.length > 1 ? ` and ${keys.length - 1} more` : "";
  return `${keys[0]!}${more}`;
}

function compareRows(method: string, a: List, b: List): Finding[] {
  const byKeyB = byKey(b.rows);
  const absent = [...missingIn("B", a, b), ...missingIn("A", b, a)];
  if (absent.length > 0) {
    if (!isFreeOrder(method)) return absent;
    // The beginnings of two lists in different orders hold different items. A list that is whole shows what it lacks.
    const certain = absent.filter(
      ({ server }) => !(server === "A" ? a : b).cut,
    );
    return certain.length > 0 ? certain : [TOO_LONG];
  }
  for (const row of a.rows) {
    const key = rowKey(row);
    const differences = findDifferences(row, byKeyB.get(key));
    if (differences.length > 0) return findingsOf(differences, `${key} `);
  }
  return compareOrder(method, a.rows, b.rows);
}

const TOO_LONG: Finding = { name: "tooLong", server: null, detail: "" };

function compareOrder(
  method: string,
  a: readonly Row[],
  b: readonly Row[],
): Finding[] {
  const at = a.findIndex((row, i) => b[i] && rowKey(row) !== rowKey(b[i]));
  if (at < 0) return [];
  const name = isFreeOrder(method) ? "orderByOwner" : "order";
  const detail = `item ${at}: A ${show(rowKey(a[at]!))}, B ${show(rowKey(b[at]!))}`;
  return [{ name, server: null, detail }];
}

function byKey(rows: readonly Row[]): ReadonlyMap<string, Row> {
  return new Map(rows.map((row) => [rowKey(row), row]));
}

/** The reference orders these by leaf index, which disagrees with its own cursor. */
function isFreeOrder(method: string): boolean {
  return method.startsWith("getCompressedAccountsByOwner");
}

/** Items of one list that the list of `server` lacks. */
function missingIn(server: "A" | "B", whole: List, other: List): Finding[] {
  const known = byKey(other.rows);
  const keys = [...byKey(whole.rows).keys()].filter((key) => !known.has(key));
  if (keys.length === 0) return [];
  const detail = `not in ${server}: ${some(keys)}`;
  return [{ name: "rowMissing", server, detail }];
}
