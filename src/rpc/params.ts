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

/** The parameters of a method: `parse` turns what a caller sent into values nobody has to check again. */
export interface Params<T = unknown> {
  readonly schema: Field<T>["schema"];
  readonly parse: (params: unknown) => T;
}

/** The parameters of a list; its cursor is read from them and written into the page. */
export interface PageParams<T = unknown> extends Params<T> {
  readonly cursor: Cursor;
}

export const MAX_PAGE = 1000;
/** Characters of the answer to one call. A page of the largest accounts there can be, 10 KiB of data each, is within it. */
export const MAX_ANSWER = 16 * 2 ** 20;
/** Decoding base58 costs the square of its length; a transaction's largest data needs fewer characters than this. */
const MAX_FILTER_CHARACTERS = 1500;
const MAX_FILTERS = 5;
const offset = integer(0, 2 ** 32 - 1);

/** The order of the fields is the order of positional values. */
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
      `at most ${names.length} values: ${names.join(", ")}`,
    );
  return Object.fromEntries(values.map((value, i) => [names[i]!, value]));
}

/** The fields of a list, followed by the two every list has. */
export function page<F extends Fields>(fields: F, cursor: Cursor) {
  const paging = {
    cursor: optional(cursor.field),
    limit: optional(
      about(integer(0, MAX_PAGE), "how many items the page may hold"),
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

/** Some hosts leave out optional values before the limit: the last value of a list call is its limit when it is a number. */
function withLimitLast(given: unknown, names: readonly string[]): unknown {
  if (!Array.isArray(given) || typeof given.at(-1) !== "number") return given;
  const before: unknown[] = given.slice(0, -1);
  if (before.length >= names.length) return given;
  return { ...byName(before, names), limit: given.at(-1) as number };
}

/** A list call may send its one list bare, without a name: `["a", "b"]` for `{field: ["a", "b"]}`. */
export function withBareList<T>(
  { schema, parse }: Params<T>,
  field: string,
): Params<T> {
  return {
    schema,
    parse: (given) => parse(isListOfText(given) ? { [field]: given } : given),
  };
}

/** The same where the list is all there is to send: it may be empty, and of anything. */
export function asBareList<T>(
  { schema, parse }: Params<T>,
  field: string,
): Params<T> {
  return {
    schema,
    parse: (given) => parse(isBareList(given) ? { [field]: given } : given),
  };
}

/** An array in an array is the list given by its position. */
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

/** Exactly 32 or 64 bytes in base58; the number of characters varies a little. */
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
        "where in the data, counted after the discriminator",
      ),
      bytes: about(base58Bytes, "what stands there"),
    }),
    "bytes that the data must hold",
  ),
});

const filter: Field<DataFilter> = {
  schema: memcmp.schema,
  parse: (value, path) => memcmp.parse(value, path).memcmp,
};

export const filters = list(filter, MAX_FILTERS);
export const dataSlice = object({
  offset: about(offset, "where in the data the slice begins"),
  length: about(offset, "its length"),
});
export { about, list, optional };
