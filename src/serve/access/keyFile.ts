import { readFileSync } from "node:fs";
import type { Rate } from "./bucket.ts";

/** An entry of the key file. It holds the hash of the key, never the key itself. */
export interface KeyEntry {
  readonly name: string;
  /** Hex. Keys are long and random, so a fast hash is safe. */
  readonly sha256: string;
  /** Methods it may call, null for all of them. `/metrics` is readable only if "metrics" is among them. */
  readonly scopes: ReadonlySet<string> | null;
  readonly rate: Rate | null;
  /** Units a day (UTC). */
  readonly dailyUnits: number | null;
  /** Unix milliseconds. */
  readonly expires: number | null;
}

export interface KeyFile {
  readonly keys: readonly KeyEntry[];
  /** Whether calls without a key are admitted, under the limits for addresses. */
  readonly anonymous: boolean;
}

export class BadKeyFile extends Error {
  override readonly name = "BadKeyFile";
}

export function readKeyFile(path: string): KeyFile {
  const wrong = (why: string): BadKeyFile => new BadKeyFile(`${path}: ${why}`);
  let json;
  try {
    json = JSON.parse(readFileSync(path, "utf8")) as unknown;
  } catch (error) {
    throw noFile(path, error as Error) ?? wrong((error as Error).message);
  }
  const { keys, anonymous = false } = (json ?? {}) as Record<string, unknown>;
  if (!Array.isArray(keys)) throw wrong('"keys" must be a list');
  if (typeof anonymous !== "boolean")
    throw wrong('"anonymous" must be true or false');
  return {
    anonymous,
    keys: keys.map((entry: unknown, i) => parseEntry(entry, i, wrong)),
  };
}

const HOW_TO_MAKE_ONE =
  "deploy/make-keys.sh makes a key file, docs/security.md describes it";

/** Docker creates a folder in place of a missing file that it should mount. */
function noFile(
  path: string,
  { code }: NodeJS.ErrnoException,
): BadKeyFile | null {
  if (code !== "ENOENT" && code !== "EISDIR") return null;
  const what =
    code === "ENOENT" ? `there is no file ${path}` : `${path} is a folder`;
  return new BadKeyFile(`--api-keys: ${what}; ${HOW_TO_MAKE_ONE}`);
}

type Wrong = (why: string) => BadKeyFile;

const FIELDS = [
  "name",
  "sha256",
  "scopes",
  "rate",
  "burst",
  "daily",
  "expires",
];

function parseEntry(entry: unknown, index: number, wrong: Wrong): KeyEntry {
  const at = `keys[${index}]`;
  const fields = (entry ?? {}) as Record<string, unknown>;
  const unknown = Object.keys(fields).find((name) => !FIELDS.includes(name));
  if (unknown !== undefined)
    throw wrong(`${at}: no field is named "${unknown}"`);
  const { name, sha256, scopes, rate, burst, daily, expires } = fields;
  if (typeof name !== "string") throw wrong(`${at}.name must be text`);
  if (typeof sha256 !== "string" || !/^[0-9a-f]{64}$/.test(sha256))
    throw wrong(`${at}.sha256 must be 64 hex digits, lower case`);
  if (scopes !== undefined && !isListOfText(scopes))
    throw wrong(`${at}.scopes must be a list of names`);
  for (const [field, value] of Object.entries({ rate, burst, daily }))
    if (value !== undefined && !(typeof value === "number" && value > 0))
      throw wrong(`${at}.${field} must be a number above 0`);
  return {
    name,
    sha256,
    scopes: scopes ? new Set(scopes) : null,
    rate: rateOf(rate as number | undefined, burst as number | undefined),
    dailyUnits: (daily as number | undefined) ?? null,
    expires: parseExpiry(expires, at, wrong),
  };
}

function isListOfText(value: unknown): value is readonly string[] {
  return (
    Array.isArray(value) && value.every((item) => typeof item === "string")
  );
}

/** The default burst is ten seconds of the rate. */
function rateOf(perSecond: number | undefined, burst?: number): Rate | null {
  if (perSecond === undefined) return null;
  return { perSecond, burst: burst ?? perSecond * 10 };
}

function parseExpiry(value: unknown, at: string, wrong: Wrong): number | null {
  if (value === undefined) return null;
  const time = typeof value === "string" ? Date.parse(value) : NaN;
  if (Number.isNaN(time)) throw wrong(`${at}.expires must be a date`);
  return time;
}
