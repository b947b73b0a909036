/** The reason shown to operators for a transaction that was set aside. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
