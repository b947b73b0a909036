/**
 * Units that are gone: from the bucket of a key (`key:HASH`) or of an address (`net:NETWORK`), and of a key's quota for
 * the day. Told among the processes of one service, so that what is spent in one is missing in all.
 */
export type SpentUnits = readonly [who: string, units: number, ofToday: number];

export const keyName = (hash: string): string => `key:${hash}`;
export const addressName = (network: string): string => `net:${network}`;

/** Of a name, whose it is. */
export function parseName(who: string): { key: boolean; name: string } {
  return { key: who.startsWith("key:"), name: who.slice(4) };
}
