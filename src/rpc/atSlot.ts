import type { TSchema } from "typebox";
import { encodeBase58 } from "../codecs/base58.ts";
import type { Reading } from "../store/connection.ts";
import type { Moment } from "../store/past/pageAtSlot.ts";
import {
  type AtSlot,
  checkSlot,
  type Needed,
} from "../store/past/slotCheck.ts";
import type { Reader } from "../store/reader.ts";
import { RpcError } from "./errors.ts";
import {
  about,
  type Fields,
  integer,
  isObject,
  mustBe,
  object,
  optional,
} from "./field.ts";
import type { Upstreams } from "./method.ts";
import { slotNotReached } from "./minContextSlot.ts";
import { hash, type PageParams, type Params } from "./params.ts";

const fields = {
  atSlot: optional(
    about(
      integer(0, Number.MAX_SAFE_INTEGER),
      "the answer as it was after the last block at or below this slot; error -32016 above the last indexed slot, -32011 if the slot is not indexed or older than what is kept",
    ),
  ),
  blockhash: optional(
    about(
      hash,
      "with atSlot: error -32011 if the last block at or below the slot is not this one",
    ),
  ),
} satisfies Fields;

const { schema, parse } = object(fields);
const NAMES = Object.keys(fields);

/** A method's parameters with `atSlot`: null if the caller asks for the present. */
export interface WithSlot {
  readonly at: AtSlot | null;
}

/** The same parameters plus `atSlot` and `blockhash`, which are accepted by name only. */
export function atAnySlot<T extends object>(
  params: PageParams<T>,
): PageParams<T & WithSlot>;
export function atAnySlot<T extends object>(
  params: Params<T>,
): Params<T & WithSlot>;
export function atAnySlot<T extends object>(
  params: Params<T>,
): Params<T & WithSlot> {
  return {
    ...params,
    schema: withProperties(params.schema),
    parse(given) {
      const { own, at } = splitSlot(given);
      return { ...params.parse(own), at };
    },
  };
}

function withProperties(params: TSchema): TSchema {
  const { properties } = params as TSchema & { properties: object };
  const { properties: added } = schema as TSchema & { properties: object };
  return { ...params, properties: { ...properties, ...added } };
}

function splitSlot(given: unknown): { own: unknown } & WithSlot {
  if (!isObject(given) || !NAMES.some((name) => name in given))
    return { own: given, at: null };
  const { atSlot, blockhash, ...own } = given;
  const parsed = parse({ atSlot, blockhash }, "");
  if (parsed.atSlot !== null) {
    const name = parsed.blockhash && encodeBase58(parsed.blockhash);
    return { own, at: { slot: parsed.atSlot, blockhash: name } };
  }
  if (parsed.blockhash) throw mustBe("blockhash", "given with atSlot");
  return { own, at: null };
}

/** Runs the work on a snapshot that has the slot, on a server known to have it. */
export async function answerAt<T>(
  read: Reader,
  { abandoned }: Upstreams,
  at: AtSlot,
  needed: Needed,
  work: (reading: Reading, moment: Moment) => Promise<T>,
): Promise<T> {
  const reader = read.until?.(abandoned(), at.slot) ?? read;
  // A refusal is returned, because a snapshot that fails closes its connection.
  const { check, answer } = await reader.snapshot(async (reading) => {
    const check = await checkSlot(reading, at, needed);
    if (!check.known) return { check, answer: null };
    const moment = { slot: at.slot, head: check.head };
    return { check, answer: await work(reading, moment) };
  });
  if (check.known) return answer!;
  throw check.why === null
    ? slotNotReached(check.head)
    : new RpcError("notKept", check.why);
}
