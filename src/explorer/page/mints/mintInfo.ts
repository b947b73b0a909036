import { callAll } from "../rpc.ts";
import type { InContext, MintInfo } from "../items.ts";
import type { Server } from "../server.ts";

// What is known about mints, asked once for each, several in one batch.

const METHOD = "getCompressedMintInfo";
const GATHER_MS = 20;
const PER_BATCH = 20;

const known = new Map<string, Promise<MintInfo | null>>();
const waiting = new Map<string, (info: MintInfo | null) => void>();
let offered = false;

/** Call it once, before views are shown. */
export function knowMintsOf({ methods }: Server): void {
  offered = methods.has(METHOD);
}

/** Null if the server knows nothing about the mint, or does not offer the method. */
export function mintInfo(mint: string): Promise<MintInfo | null> {
  if (!offered) return Promise.resolve(null);
  const found = known.get(mint);
  if (found) return found;
  const asked = new Promise<MintInfo | null>((resolve) => {
    if (waiting.size === 0) setTimeout(() => void askWaiting(), GATHER_MS);
    waiting.set(mint, resolve);
  });
  known.set(mint, asked);
  return asked;
}

async function askWaiting(): Promise<void> {
  const asked = [...waiting];
  waiting.clear();
  for (let at = 0; at < asked.length; at += PER_BATCH)
    await askBatch(asked.slice(at, at + PER_BATCH));
}

type Asked = readonly [mint: string, resolve: (info: MintInfo | null) => void];

async function askBatch(asked: readonly Asked[]): Promise<void> {
  const requests = asked.map(([mint]) => ({
    method: METHOD,
    params: { mint },
  }));
  const answers = await callAll(requests).catch(() => []);
  for (const [at, [mint, resolve]] of asked.entries()) {
    const answer = answers[at];
    const isKnown = answer !== undefined && !(answer instanceof Error);
    // The next view asks again.
    if (!isKnown) known.delete(mint);
    resolve(isKnown ? (answer as InContext<MintInfo | null>).value : null);
  }
}

/** The mints that this page has asked about. */
export async function askedMints(): Promise<readonly MintInfo[]> {
  const infos = await Promise.all(known.values());
  return infos.filter((info) => info !== null);
}
