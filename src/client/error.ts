/** A JSON-RPC error that the service returned. */
export class TachyonError extends Error {
  override readonly name = "TachyonError";
  /** Of JSON-RPC, of HTTP, or of a WebSocket that the service closed. */
  readonly code: number;
  /** With code -32016: the slot that the index has reached. */
  readonly contextSlot: number | null;

  constructor(
    method: string,
    code: number,
    message: string,
    contextSlot: number | null = null,
  ) {
    super(`${method}: ${message} (${code})`);
    this.code = code;
    this.contextSlot = contextSlot;
  }
}
