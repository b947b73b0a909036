/** The mints with most transactions, where the server counts them. */
export function topMints(): null {
  return null;
}
