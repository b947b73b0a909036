/** Asked for in a way that cannot be done; the message is the one line the operator sees. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
