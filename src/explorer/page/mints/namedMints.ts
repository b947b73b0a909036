import type { InContext, MintInfo } from "../items.ts";
import { call } from "../rpc.ts";
import type { Server } from "../server.ts";
import { STATISTICS, type Statistics } from "../statistics.ts";
import { askedMints } from "./mintInfo.ts";
import { nameOf } from "./mintNames.ts";

// Mints that the search finds by name: those with the most holders, and those that this page has shown.

const MOST = 50;

let isOffered = false;
let largest: Promise<readonly MintInfo[]> | null = null;

/** Call it once, before the search is used. */
export function searchMintsOf({ methods }: Server): void {
  isOffered = methods.has(STATISTICS);
}

export async function namedMints(): Promise<readonly MintInfo[]> {
  if (isOffered) largest ??= askLargest();
  const infos = [...((await largest) ?? []), ...(await askedMints())];
  const byMint = new Map(infos.map((info) => [info.mint, info]));
  return [...byMint.values()].filter((info) => nameOf(info) !== null);
}

/** Where it fails, the next use of the search asks again. */
async function askLargest(): Promise<readonly MintInfo[]> {
  const params = { topMints: MOST, points: 2 };
  const request = { method: STATISTICS, params };
  try {
    const { result } = await call(request, new AbortController().signal);
    return (result as InContext<Statistics>).value.topMints;
  } catch {
    largest = null;
    return [];
  }
}
