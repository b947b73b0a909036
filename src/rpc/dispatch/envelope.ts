import { isUtf8 } from "node:buffer";
import { asciiJson } from "../../codecs/asciiJson.ts";
import { assertParsesFast } from "./bodyShape.ts";
import { findNumberIds } from "./numberIds.ts";
import { isObject } from "../field.ts";
import { RpcError } from "../errors.ts";

/** A parsed body: a single request, or the requests of a batch. */
export interface Body {
  readonly entries: unknown;
  /** The digits of numeric ids as sent, by request. */
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
  return {
    entries,
    numberIds: numbered ? numberIdsOf(entries, bytes) : NO_NUMBER_IDS,
  };
}

function numberIdsOf(entries: unknown, bytes: Buffer): Body["numberIds"] {
  const requests: unknown[] = Array.isArray(entries) ? entries : [entries];
  const ids = new Map<unknown, string>();
  for (const [position, digits] of findNumberIds(bytes))
    ids.set(requests[position], digits);
  return ids;
}

/** Most ids are plain counters, which JavaScript prints as they were sent. */
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

/** The JSON text of a request's id, or null for a notification, which has none. */
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

/** `pathMethod`: the method named by the path, if any. */
export function readCall(entry: unknown, pathMethod: string | null): Call {
  const { jsonrpc, method, params } = entry as Record<string, unknown>;
  if (jsonrpc !== "2.0")
    throw new RpcError("invalidRequest", 'jsonrpc must be "2.0"');
  if (typeof method !== "string")
    throw new RpcError("invalidRequest", "method must be a string");
  if (pathMethod !== null && pathMethod !== method)
    throw new RpcError(
      "invalidRequest",
      `method must be ${pathMethod}, the one in the path`,
    );
  return { method, params: byName(params) };
}

/** Some hosts document named parameters as the only element of an array; no method's first parameter is an object. */
function byName(params: unknown): unknown {
  return Array.isArray(params) && params.length === 1 && isObject(params[0])
    ? params[0]
    : params;
}
