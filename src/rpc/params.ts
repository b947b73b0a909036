import { Type } from "typebox";
import { decodeBase58, decodeBase58Bytes } from "../codecs/base58.ts";
import type { Address, Hash, Signature } from "../domain/values.ts";
import type { DataFilter } from "../store/page.ts";
import type { Cursor } from "./cursor.ts";
import {
  about,
  integer,
  isObject,
  list,
  mustBe,
  object,
  optional,
  scalar,
  type Field,
  type Fields,
  type Parsed,
} from "./field.ts";

/** The parameters of a method. `parse` turns the caller's values into domain values that need no further checks. */
export interface Params<T = unknown> {
  readonly schema: Field<T>["schema"];
  readonly parse: (params: unknown) => T;
}

/** The parameters of a list. The cursor is parsed from them and rendered into the page. */
export interface PageParams<T = unknown> extends Params<T> {
  readonly cursor: Cursor;
}

export const MAX_PAGE = 1000;
/** The largest answer to one call, in characters. A page of the largest possible accounts, 10 KiB of data each, fits. */
export const MAX_ANSWER = 16 * 2 ** 20;
/**
 * Decoding base58 takes time quadratic in its length. The largest data of a transaction needs fewer characters than
 * this.
 */
const MAX_FILTER_CHARACTERS = 1500;
const MAX_FILTERS = 5;
const offset = integer(0, 2 ** 32 - 1);

/** The order of the fields is the order of positional parameters. */
export function params<F extends Fields>(fields: F): Params<Parsed<F>> {
  const names = Object.keys(fields);
  const { schema, parse } = object(fields);
  return {
    schema,
    parse(given) {
      if (isObject(given)) return parse(given, "");
      if (Array.isArray(given)) return parse(byName(given, names), "");
      if (given === undefined || given === null) return parse({}, "");
      throw mustBe("params", "an object or an array");
    },
  };
}

function byName(values: readonly unknown[], names: readonly string[]) {
  if (values.length > names.length)
    throw mustBe(
      "params",
      names.length === 0
        ? "empty"
        : `at most ${names.length} values: ${names.join(", ")}`,
    );
  return Object.fromEntries(values.map((value, i) => [names[i]!, value]));
}

/** The fields of a list, followed by `cursor` and `limit`. */
export function page<F extends Fields>(fields: F, cursor: Cursor) {
  const paging = {
    cursor: optional(cursor.field),
    limit: optional(
      about(integer(0, MAX_PAGE), "the largest number of items on the page"),
      MAX_PAGE,
    ),
  };
  const { schema, parse } = params({ ...fields, ...paging });
  const names = Object.keys({ ...fields, ...paging });
  return {
    schema,
    cursor,
    parse: (given: unknown) => parse(withLimitLast(given, names)),
  };
}

/** The same parameters with a check that needs several of them. */
export function checked<P extends Params>(
  params: P,
  check: (parsed: ReturnType<P["parse"]>) => void,
): P {
  return {
    ...params,
    parse(given: unknown) {
      const parsed = params.parse(given) as ReturnType<P["parse"]>;
      check(parsed);
      return parsed;
    },
  };
}

/**
 * Some hosts omit optional values before the limit. If the last positional value of a list call is a number, it is the
 * limit.
 */
function withLimitLast(given: unknown, names: readonly string[]): unknown {
  if (!Array.isArray(given) || typeof given.at(-1) !== "number") return given;
  const before: unknown[] = given.slice(0, -1);
  if (before.length >= names.length) return given;
  return { ...byName(before, names), limit: given.at(-1) as number };
}

/** Accepts the method's only list without a name: `["a", "b"]` for `{field: ["a", "b"]}`. */
export function withBareList<T>(
  { schema, parse }: Params<T>,
  field: string,
): Params<T> {
  return {
    schema,
    parse: (given) => parse(isListOfText(given) ? { [field]: given } : given),
  };
}

/** The same for a list that is the only parameter: it may be empty, with elements of any kind. */
export function asBareList<T>(
  { schema, parse }: Params<T>,
  field: string,
): Params<T> {
  return {
    schema,
    parse: (given) => parse(isBareList(given) ? { [field]: given } : given),
  };
}

/** An array within an array is the list given by position. */
function isBareList(given: unknown): boolean {
  return (
    Array.isArray(given) && !(given.length === 1 && Array.isArray(given[0]))
  );
}

function isListOfText(given: unknown): boolean {
  return (
    Array.isArray(given) &&
    given.length > 0 &&
    given.every((value) => typeof value === "string")
  );
}

/** Base58 of exactly 32 or 64 bytes; the number of characters varies slightly. */
function base58Of<T extends Uint8Array>(bytes: 32 | 64): Field<T> {
  return scalar(
    Type.String({ minLength: bytes, maxLength: bytes === 32 ? 44 : 88 }),
    `base58 of ${bytes} bytes`,
    (text) =>
      typeof text === "string" ? (decodeBase58(text, bytes) as T | null) : null,
  );
}

export const address = base58Of<Address>(32);
export const hash = base58Of<Hash>(32);
export const signature = base58Of<Signature>(64);

const base58Bytes = scalar(
  Type.String({ maxLength: MAX_FILTER_CHARACTERS }),
  `base58 of at most ${MAX_FILTER_CHARACTERS} characters`,
  (text) =>
    typeof text === "string" && text.length <= MAX_FILTER_CHARACTERS
      ? decodeBase58Bytes(text)
      : null,
);

const memcmp = object({
  memcmp: about(
    object({
      offset: about(
        offset,
        "the offset in the data, counted after the discriminator",
      ),
      bytes: about(base58Bytes, "the bytes at this offset"),
    }),
    "bytes that the data must contain",
  ),
});

const filter: Field<DataFilter> = {
  schema: memcmp.schema,
  parse: (value, path) => memcmp.parse(value, path).memcmp,
};

export const filters = list(filter, MAX_FILTERS);
export const dataSlice = object({
  offset: about(offset, "the offset in the data at which the slice begins"),
  length: about(offset, "its length"),
});
export { about, list, optional };
