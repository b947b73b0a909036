/** A mistake in the command line. The operator sees its message as a single line. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
