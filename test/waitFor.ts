import { setTimeout as sleep } from "node:timers/promises";
import { inspect } from "node:util";

interface Waiting {
  /** The default is long enough for a machine whose cores are all busy. */
  readonly withinMs?: number;
  readonly everyMs?: number;
  /** Rejects when waiting on is pointless, as when the process that is to do it has ended. */
  readonly unless?: Promise<never>;
}

/**
 * Checks repeatedly until it sees the awaited value, and returns it. Fails after the timeout with the last value seen. A
 * check that throws is repeated, and one that never ends counts as having seen nothing.
 */
export async function waitFor<Seen>(
  awaited: string,
  look: () => Seen | Promise<Seen>,
  isIt: (seen: Seen) => boolean = Boolean,
  { withinMs = 60_000, everyMs = 20, unless }: Waiting = {},
): Promise<Seen> {
  const over = new AbortController();
  const { signal } = over;
  let last = "the first look has not ended";
  let cause: unknown;

  async function keepLooking(): Promise<Seen> {
    for (;;) {
      try {
        const seen = await look();
        if (isIt(seen)) return seen;
        last = `last seen: ${inspect(seen, { maxStringLength: 2_000 })}`;
        cause = undefined;
      } catch (error) {
        last = `the last look failed: ${String(error)}`;
        cause = error;
      }
      await sleep(everyMs, undefined, { signal });
    }
  }

  async function giveUp(): Promise<never> {
    await sleep(withinMs, undefined, { signal });
    const waited = `waited ${withinMs / 1000} s for ${awaited}`;
    throw new Error(`${waited}; ${last}`, { cause });
  }

  /** What is awaited may have come just before. */
  async function lookOnceMore(reason: unknown): Promise<Seen> {
    const [seen] = await Promise.allSettled([(async () => look())()]);
    if (seen.status === "fulfilled" && isIt(seen.value)) return seen.value;
    throw reason;
  }

  try {
    const ends = unless ? [unless.catch(lookOnceMore)] : [];
    return await Promise.race([keepLooking(), giveUp(), ...ends]);
  } finally {
    over.abort();
  }
}
