import { setTimeout as sleep } from "node:timers/promises";
import { MOST_MINTS, readMints } from "../../ingest/mints/readMints.ts";
import type { AccountReader } from "../../ingest/source/accounts.ts";
import type { Writer } from "../../store/writer.ts";
import type { Reporter } from "../reporter.ts";

export interface MintUpkeepParts {
  readonly writer: Pick<Writer, "mintsToAsk" | "saveMintNames">;
  readonly accounts: AccountReader | null;
  readonly reporter: Reporter;
  readonly now?: () => number;
}

/** One request a second while mints wait: the index of a new chain has hundreds of thousands, and the node has other work. */
const PAUSE_MS = 1_000;
const IDLE_MS = 5_000;
const AFTER_FAILURE_MS = 60_000;
/** Names change rarely, and a name that is missing today may be there tomorrow. */
const ASK_AGAIN_S = 86_400;

/** Asks the node for decimals and names of mints. No request waits for it. */
export class MintUpkeep {
  readonly #parts: MintUpkeepParts;
  #started = false;

  constructor(parts: MintUpkeepParts) {
    this.#parts = parts;
  }

  /** Asks for mints as they appear, until the signal aborts. */
  start(signal: AbortSignal): void {
    if (this.#started || !this.#parts.accounts) return;
    this.#started = true;
    void this.#run(signal);
  }

  async #run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const pause = await this.#askOrReport(signal);
      await sleep(pause, undefined, { signal }).catch(() => undefined);
    }
  }

  async #askOrReport(signal: AbortSignal): Promise<number> {
    try {
      const asked = await this.ask(signal);
      return asked < MOST_MINTS ? IDLE_MS : PAUSE_MS;
    } catch (error) {
      if (!signal.aborted) {
        const { message } = error as Error;
        this.#parts.reporter.status(`names of mints were not read: ${message}`);
      }
      return AFTER_FAILURE_MS;
    }
  }

  /** Asks for some mints that are due. Returns their number. */
  async ask(signal: AbortSignal): Promise<number> {
    const { writer, accounts, now = Date.now } = this.#parts;
    if (!accounts) return 0;
    const seconds = Math.floor(now() / 1000);
    const mints = await writer.mintsToAsk(seconds, MOST_MINTS);
    if (mints.length === 0) return 0;
    const named = await readMints(accounts, mints, signal);
    await writer.saveMintNames(named, seconds + ASK_AGAIN_S);
    return mints.length;
  }

  /** Asks for all mints that are due, at the end of a recording. */
  async askAll(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && (await this.ask(signal)) > 0);
  }
}
