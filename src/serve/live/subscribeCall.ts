// The calls listSubscribe and listUnsubscribe, and the parameters of /stream.
import type { BlockContext, WatchedList } from "../../domain/listChange.ts";
import { splitCommonParams } from "../../rpc/commonParams.ts";
import type { Commitment } from "../../rpc/commitment.ts";
import { isObject, mustBe } from "../../rpc/field.ts";
import {
  type Call,
  parseBody,
  readCall,
  readId,
} from "../../rpc/dispatch/envelope.ts";
import type { Slot } from "../../domain/values.ts";

const LIVE_PREFIX = "list";

/** A call of one of the methods that only a connection has. */
export interface LiveCall extends Call {
  readonly id: string;
}

/** Null for any other frame. */
export function readLiveCall(data: Buffer, mostBatch: number): LiveCall | null {
  if (!data.includes(LIVE_PREFIX)) return null;
  try {
    const body = parseBody(data, mostBatch);
    if (Array.isArray(body.entries)) return null;
    const id = readId(body.entries, body);
    const call = readCall(body.entries, null);
    return id !== null && call.method.startsWith(LIVE_PREFIX)
      ? { id, ...call }
      : null;
  } catch {
    return null; // reported by the dispatcher
  }
}

export interface SubscribeCall {
  readonly list: WatchedList;
  readonly from: BlockContext | null;
  readonly minContextSlot: Slot | null;
}

const NAMES = ["method", "params", "from"];

/** By name, or by position in the order of NAMES. `minContextSlot` and `commitment` count here and in `params`. */
export function parseSubscribe(
  given: unknown,
  level: Commitment,
): SubscribeCall {
  const { own, minContextSlot } = splitCommonParams(byName(given), level);
  const fields = own as Record<string, unknown>;
  for (const name of Object.keys(fields))
    if (!NAMES.includes(name))
      throw mustBe(name, `left out; the parameters are ${NAMES.join(", ")}`);
  const { method, params, from = null } = fields;
  if (typeof method !== "string") throw mustBe("method", "the name of a list");
  const call = listOf(method, params ?? {}, parseFrom(from), level);
  const slots = [minContextSlot, call.minContextSlot].filter((s) => s !== null);
  return slots.length === 0
    ? call
    : { ...call, minContextSlot: Math.max(...slots) };
}

export function listOf(
  method: string,
  params: unknown,
  from: BlockContext | null,
  level: Commitment,
): SubscribeCall {
  const { own, minContextSlot } = splitCommonParams(params, level);
  const list = { method, params: own as WatchedList["params"] };
  return { list, from, minContextSlot };
}

function byName(given: unknown): Record<string, unknown> {
  if (isObject(given)) return given;
  if (Array.isArray(given) && given.length <= NAMES.length)
    return Object.fromEntries(given.map((value, i) => [NAMES[i]!, value]));
  throw mustBe("params", "an object with method, params and from");
}

const MOST_CHARACTERS = 100;

function parseFrom(from: unknown): BlockContext | null {
  if (from === null) return null;
  if (!isObject(from)) throw mustBe("from", "{slot, blockhash}");
  const { slot, blockhash, ...more } = from;
  const [other] = Object.keys(more);
  if (other !== undefined) throw mustBe(`from.${other}`, "left out");
  if (!isSlot(slot)) throw mustBe("from.slot", "a slot");
  if (!isBlockhash(blockhash)) throw mustBe("from.blockhash", "a blockhash");
  return { slot, blockhash };
}

/** `slot:blockhash`, as in the id of an event. */
export function parseEventId(text: string): BlockContext {
  const at = text.indexOf(":");
  const slot = at < 1 ? NaN : Number(text.slice(0, at));
  const blockhash = text.slice(at + 1);
  if (!isSlot(slot) || !isBlockhash(blockhash))
    throw mustBe("from", "slot:blockhash");
  return { slot, blockhash };
}

function isSlot(slot: unknown): slot is Slot {
  return Number.isSafeInteger(slot) && (slot as number) >= 0;
}

function isBlockhash(text: unknown): text is string {
  return (
    typeof text === "string" && text !== "" && text.length <= MOST_CHARACTERS
  );
}

/** `{subscription}` or `[subscription]`. */
export function parseUnsubscribe(given: unknown): unknown {
  if (Array.isArray(given) && given.length === 1) return given[0];
  return isObject(given) ? given["subscription"] : undefined;
}
