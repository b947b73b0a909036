import { isUtf8 } from "node:buffer";
import { asciiJson } from "../codecs/asciiJson.ts";
import { assertParsesFast } from "./bodyShape.ts";
import { isObject } from "./field.ts";
import { RpcError } from "./errors.ts";

/** A body after JSON.parse: one entry, or the entries of a batch. */
export interface Body {
  readonly entries: unknown;
  /** The digits of number ids as sent, by the entry they belong to. */
  readonly numberIds: ReadonlyMap<unknown, string>;
}

const NO_NUMBER_IDS: ReadonlyMap<unknown, string> = new Map();

export function parseBody(bytes: Buffer, maxBatch: number): Body {
  if (!isUtf8(bytes)) throw new RpcError("parseError", "not UTF-8");
  assertParsesFast(bytes);
  const text = bytes.toString("utf8");
  const entries = parseJson(text);
  assertBatchSize(entries, maxBatch);
  const numbered = Array.isArray(entries)
    ? entries.some(hasNumberId)
    : hasNumberId(entries) && !isWrittenPlainly(entries.id, text);
  return numbered
    ? parseKeepingNumberIds(text)
    : { entries, numberIds: NO_NUMBER_IDS };
}

/** Most ids are the number that a counter gave: such a one is written as JavaScript writes it, and read once is enough. */
function isWrittenPlainly(id: number, text: string): boolean {
  const end = text.indexOf(ID) + ID.length;
  const digits = String(id);
  return (
    Number.isSafeInteger(id) &&
    text.startsWith(digits, end) &&
    ",}".includes(text[end + digits.length]!) &&
    text.indexOf(ID, end) < 0
  );
}

const ID = '"id":';

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new RpcError("parseError", "the body is not JSON");
  }
}

function assertBatchSize(entries: unknown, maxBatch: number): void {
  if (!Array.isArray(entries)) return;
  if (entries.length === 0)
    throw new RpcError("invalidRequest", "the batch is empty");
  if (entries.length > maxBatch)
    throw new RpcError(
      "invalidRequest",
      `a batch holds at most ${maxBatch} requests`,
    );
}

function hasNumberId(entry: unknown): entry is { readonly id: number } {
  return isObject(entry) && typeof entry["id"] === "number";
}

interface ReviverContext {
  /** The text a primitive was read from. */
  readonly source: string;
}

/** JSON.parse rounds numbers, and an id must come back with every digit: this second parse keeps their text. */
function parseKeepingNumberIds(text: string): Body {
  const numberIds = new Map<unknown, string>();
  const keep = function (
    this: unknown,
    key: string,
    value: unknown,
    context?: ReviverContext,
  ): unknown {
    if (key === "id" && typeof value === "number" && context)
      numberIds.set(this, context.source);
    return value;
  };
  try {
    return { entries: JSON.parse(text, keep), numberIds };
  } catch {
    // It parsed before: what fails now is the reviver's recursion, at thousands of levels.
    throw new RpcError("invalidRequest", "nested too deeply");
  }
}

/** The JSON text of an entry's id, or null for a notification, which has none. */
export function readId(entry: unknown, { numberIds }: Body): string | null {
  if (!isObject(entry))
    throw new RpcError("invalidRequest", "a request is an object");
  const { id } = entry;
  if (id === undefined) return null;
  if (typeof id === "string") return asciiJson(JSON.stringify(id));
  if (typeof id === "number") return numberIds.get(entry) ?? String(id);
  if (id === null) return "null";
  throw new RpcError("invalidRequest", "id must be a string, number or null");
}

export interface Call {
  readonly method: string;
  readonly params: unknown;
}

/** `pathMethod`: the method that the path names, when it names one. */
export function readCall(entry: unknown, pathMethod: string | null): Call {
  const { jsonrpc, method, params } = entry as Record<string, unknown>;
  if (jsonrpc !== "2.0")
    throw new RpcError("invalidRequest", 'jsonrpc must be "2.0"');
  if (typeof method !== "string")
    throw new RpcError("invalidRequest", "method must be a string");
  if (pathMethod !== null && pathMethod !== method)
    throw new RpcError(
      "invalidRequest",
      `method must be ${pathMethod}, as the path says`,
    );
  return { method, params: byName(params) };
}

/** Some hosts document named parameters as the only value of an array; no method's first value is an object. */
function byName(params: unknown): unknown {
  return Array.isArray(params) && params.length === 1 && isObject(params[0])
    ? params[0]
    : params;
}
