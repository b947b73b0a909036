/**
 * Units spent from the bucket of a key (`key:HASH`) or of an address (`net:NETWORK`), and from a key's daily quota. The
 * processes of a service exchange them, so that limits hold for the service as a whole.
 */
export type SpentUnits = readonly [who: string, units: number, ofToday: number];

export const keyName = (hash: string): string => `key:${hash}`;
export const addressName = (network: string): string => `net:${network}`;

/** Splits a name into its kind and the key or network. */
export function parseName(who: string): { key: boolean; name: string } {
  return { key: who.startsWith("key:"), name: who.slice(4) };
}
