/**
 * Every error a caller can see. Codes are added, never renumbered; `{why}` is filled in where the fact is known, and
 * `when` is what the method documentation says about it.
 */
export const ERRORS = {
  parseError: {
    code: -32700,
    message: "Parse error: {why}",
    when: "the body is not JSON",
  },
  invalidRequest: {
    code: -32600,
    message: "Invalid request: {why}",
    when: "not a request: wrong jsonrpc, no method, path and method differ, empty batch",
  },
  methodNotFound: {
    code: -32601,
    message: "Method not found: {why}",
    when: "unknown method",
  },
  invalidParams: {
    code: -32602,
    message: "{why}",
    when: "a parameter is missing, unknown, of the wrong type or out of range",
  },
  internalError: {
    code: -32603,
    message: "Internal error",
    when: "a fault of the server; its log says more",
  },
  slotNotReached: {
    code: -32016,
    message: "Minimum context slot has not been reached",
    when: "the index is not at minContextSlot yet; data.contextSlot says where it is",
  },
  unavailable: {
    code: -32005,
    message: "Not able to answer now: {why}",
    when: "too far behind the chain, overloaded, or its database does not answer",
  },
  noProof: {
    code: -32050,
    message: "No validity proof now: {why}",
    when: "no prover, or it does not answer or refuses; other methods are not concerned",
  },
  treeUnusable: {
    code: -32051,
    message: "No proofs of this tree now: {why}",
    when: "blocks of the tree are missing here, or its root is not the one on chain; other trees are not concerned",
  },
} as const;

export type ErrorName = keyof typeof ERRORS;

/** An error meant for the caller. Anything else that is thrown stays in the log. */
export class RpcError extends Error {
  override readonly name: ErrorName;
  readonly code: number;
  /** Facts for programs that read the error. */
  readonly data: Readonly<Record<string, unknown>> | null;

  constructor(name: ErrorName, why = "", data: RpcError["data"] = null) {
    // A function, because `$&` in a caller's text must not be read as a pattern.
    super(ERRORS[name].message.replace("{why}", () => why));
    this.name = name;
    this.code = ERRORS[name].code;
    this.data = data;
  }
}

/** Callers' text in a message: quoted, and cut so that a long name cannot become a long answer. */
export function quote(text: string): string {
  return JSON.stringify(text.length > 64 ? `${text.slice(0, 64)}…` : text);
}
