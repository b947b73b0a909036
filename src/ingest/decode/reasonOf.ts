/** What an operator reads about a transaction that was set aside. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
