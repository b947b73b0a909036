import { METHODS } from "../../client/api.ts";
import { parseExact } from "../../client/index.ts";
import { type Reply, replyOf } from "../replies.ts";
import type { Params } from "../server.ts";

/** A request of a caller and this server's answer. */
export interface Exchange {
  readonly body: string;
  readonly answer: string;
  /** Headers for the other server: the caller's key, if it is passed on. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface Call {
  readonly method: string;
  readonly params: Params;
  readonly reply: Reply;
}

type Fields = Readonly<Record<string, unknown>>;

/** The calls of a request or batch that name a method, each with its answer. */
export function callsOf({ body, answer }: Exchange): Call[] {
  const answers = Map.groupBy(objectsIn(answer), idOf);
  return objectsIn(body).flatMap((entry) => {
    const { id, method, params } = entry;
    // Without an id there is no answer; with id null it looks like the answer to a malformed entry.
    if (id === undefined || id === null) return [];
    // Answers have the order of the requests, also those with the same id.
    const found = answers.get(idOf(entry))?.shift();
    if (!found || typeof method !== "string") return [];
    if (!Object.hasOwn(METHODS, method)) return [];
    const reply = replyOf(method, found);
    return [{ method, params: (params ?? {}) as Params, reply }];
  });
}

/** None for a body that is not JSON, which this server has refused. */
function objectsIn(text: string): Fields[] {
  let parsed: unknown;
  try {
    parsed = parseExact(text);
  } catch {
    return [];
  }
  const entries = Array.isArray(parsed) ? (parsed as unknown[]) : [parsed];
  return entries.filter(
    (entry): entry is Fields => typeof entry === "object" && entry !== null,
  );
}

function idOf({ id }: Fields): string {
  return `${typeof id} ${String(id)}`;
}

/** Whether the call continues a list. Only the server that issued a cursor is known to understand it. */
export function hasCursor({ method, params }: Call): boolean {
  const { list } = METHODS[method as keyof typeof METHODS];
  if (list === null) return false;
  if (Array.isArray(params)) return params.length > 1;
  return (params["cursor"] ?? null) !== null;
}

/** Parameters that the reference does not have. */
const OWN_PARAMETERS = ["atSlot", "blockhash", "minContextSlot", "commitment"];

/** The first of these in a call, or null. */
export function ownParameterOf({ params }: Call): string | null {
  return OWN_PARAMETERS.find((name) => (params[name] ?? null) !== null) ?? null;
}
