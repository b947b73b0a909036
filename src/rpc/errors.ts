/**
 * Every error a caller can see. Codes are added, never renumbered. The place that throws fills in `{why}`; the method
 * documentation shows `when`.
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
    when: "a fault of the server; the cause is in its log",
  },
  slotNotReached: {
    code: -32016,
    message: "Minimum context slot has not been reached",
    when: "the index has not reached minContextSlot in time, or minContextSlot is too far ahead to be reached in time, or atSlot is above the newest slot; data.contextSlot says where the index is",
  },
  notKept: {
    code: -32011,
    message: "Not known at that slot: {why}",
    when: "atSlot is a slot that is not indexed, or older than what is kept, or the last block there is not blockhash",
  },
  unavailable: {
    code: -32005,
    message: "Not able to answer now: {why}",
    when: "the server is too far behind the chain, overloaded, too many requests wait for slots, or its database does not answer",
  },
  noProof: {
    code: -32050,
    message: "No validity proof now: {why}",
    when: "there is no prover, or it does not answer or refuses; other methods are not affected",
  },
  treeUnusable: {
    code: -32051,
    message: "No proofs of this tree now: {why}",
    when: "blocks of the tree are missing, or its computed root differs from the one on chain; other trees are not affected",
  },
} as const;

export type ErrorName = keyof typeof ERRORS;

/** An error that the caller sees. Any other error goes to the log only. */
export class RpcError extends Error {
  override readonly name: ErrorName;
  readonly code: number;
  /** Machine-readable details. */
  readonly data: Readonly<Record<string, unknown>> | null;

  constructor(name: ErrorName, why = "", data: RpcError["data"] = null) {
    // Replaced by a function, because `$&` in a caller's text must not be read as a pattern.
    super(ERRORS[name].message.replace("{why}", () => why));
    this.name = name;
    this.code = ERRORS[name].code;
    this.data = data;
  }
}

/** Text from the caller for use in a message, quoted, and truncated so that a long name does not make a long answer. */
export function quote(text: string): string {
  return JSON.stringify(text.length > 64 ? `${text.slice(0, 64)}…` : text);
}
