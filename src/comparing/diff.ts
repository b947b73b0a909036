/** A place where two values differ. */
export interface Difference {
  /** Where: `account.lamports`, or "" for the whole. */
  readonly path: string;
  readonly a: unknown;
  readonly b: unknown;
  /** The server that rounded the number, if that is all that differs. */
  readonly rounded: "A" | "B" | null;
}

/** Every place where two parsed answers differ. Numbers are compared by value, not by type. */
export function findDifferences(
  a: unknown,
  b: unknown,
  path = "",
): Difference[] {
  if (a === b || sameNumber(a, b)) return [];
  if (isObject(a) && isObject(b)) return inObjects(a, b, path);
  return [{ path, a, b, rounded: roundedIn(a, b) }];
}

type Fields = Readonly<Record<string, unknown>>;

function inObjects(a: Fields, b: Fields, path: string): Difference[] {
  if (Array.isArray(a) !== Array.isArray(b))
    return [{ path, a, b, rounded: null }];
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...names].flatMap((name) =>
    findDifferences(a[name], b[name], path === "" ? name : `${path}.${name}`),
  );
}

function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null;
}

type Numeric = number | bigint;

function isNumber(value: unknown): value is Numeric {
  return typeof value === "number" || typeof value === "bigint";
}

function sameNumber(a: unknown, b: unknown): boolean {
  return isNumber(a) && isNumber(b) && exactly(a) === exactly(b);
}

function exactly(value: Numeric): Numeric {
  return Number.isInteger(value) ? BigInt(value) : value;
}

/** A double holds 53 bits. Two different integers with the same double differ because one of them was rounded. */
function roundedIn(a: unknown, b: unknown): "A" | "B" | null {
  if (!isNumber(a) || !isNumber(b) || Number(a) !== Number(b)) return null;
  if (isShortened(b)) return "B";
  if (isShortened(a)) return "A";
  return BigInt(b) === BigInt(Number(b)) ? "B" : "A";
}

/** Programs write a double with the fewest digits that identify it, followed by zeros. */
function isShortened(value: Numeric): boolean {
  const double = Number(value);
  return String(value) === String(double) && BigInt(value) !== BigInt(double);
}
