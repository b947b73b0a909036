/** However often it is called, the work is done once. */
export function onlyOnce(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | null = null;
  return () => (done ??= work());
}
