import {
  setImmediate as nextTurn,
  setTimeout as sleep,
} from "node:timers/promises";
import { encodeBase58 } from "../../codecs/base58.ts";
import type { AccountReader } from "../../ingest/source/accounts.ts";
import { checkRoot, type RootCheck } from "../../ingest/trees/checkRoots.ts";
import type { Writer } from "../../store/writer.ts";
import type { Reporter } from "../reporter.ts";

export interface TreeUpkeepParts {
  readonly writer: Pick<
    Writer,
    | "makeRunningBalances"
    | "merkleTrees"
    | "refreshTrees"
    | "rebuildPast"
    | "saveTreeFacts"
    | "saveVerdicts"
  >;
  readonly accounts: AccountReader | null;
  readonly reporter: Reporter;
}

const CHECK_EVERY_MS = 60_000;

/** Work on trees besides indexing: computes the nodes that catching up postponed, and compares roots with the chain. */
export class TreeUpkeep {
  readonly #parts: TreeUpkeepParts;
  #refreshing: Promise<void> | null = null;
  #started = false;
  #checkNow = new AbortController();
  readonly #differing = new Set<string>();

  constructor(parts: TreeUpkeepParts) {
    this.#parts = parts;
  }

  /** Compares trees now and every minute until the signal aborts. */
  start(signal: AbortSignal): void {
    if (this.#started) return;
    this.#started = true;
    void this.#run(signal);
  }

  async #run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.check(signal).catch((error: unknown) => {
        this.#reportTrouble("compared", error, signal);
      });
      const wake = AbortSignal.any([signal, this.#checkNow.signal]);
      await sleep(CHECK_EVERY_MS, undefined, { signal: wake }).catch(
        () => undefined,
      );
      this.#checkNow = new AbortController();
    }
  }

  /** The next block or the next minute retries it. */
  #reportTrouble(undone: string, error: unknown, signal: AbortSignal): void {
    if (signal.aborted) return;
    const { message } = error as Error;
    this.#parts.reporter.status(`trees were not ${undone}: ${message}`);
  }

  /** Compares the trees immediately: after a fork or with new nodes, the last comparison may no longer hold. */
  checkSoon(): void {
    this.#checkNow.abort();
  }

  /** Computes missing nodes, past rows and balances in steps; blocks are written between two steps. */
  refresh(signal: AbortSignal): Promise<void> {
    this.#refreshing ??= this.#refreshAll(signal).finally(() => {
      this.#refreshing = null;
    });
    return this.#refreshing;
  }

  /** The same, without waiting for it. */
  refreshBeside(signal: AbortSignal): void {
    this.refresh(signal).catch((error: unknown) => {
      this.#reportTrouble("brought up to date", error, signal);
    });
  }

  async #refreshAll(signal: AbortSignal): Promise<void> {
    let made = false;
    while (!signal.aborted && (await this.#parts.writer.refreshTrees())) {
      made = true;
      await nextTurn();
    }
    if (made) this.checkSoon();
    while (!signal.aborted && (await this.#parts.writer.rebuildPast()))
      await nextTurn();
    while (!signal.aborted && (await this.#parts.writer.makeRunningBalances()))
      await nextTurn();
  }

  async check(signal: AbortSignal): Promise<void> {
    const { writer, accounts } = this.#parts;
    if (!accounts) return;
    const { slot, trees } = await writer.merkleTrees();
    const checks: RootCheck[] = [];
    for (const tree of trees) {
      const check = await checkRoot(accounts, tree, slot, signal);
      if (check) checks.push(check);
    }
    const verdicts = checks.flatMap(({ verdict }) =>
      verdict ? [verdict] : [],
    );
    await writer.saveTreeFacts(checks.map(({ facts }) => facts));
    await writer.saveVerdicts(verdicts);
    for (const { tree, difference } of verdicts)
      this.#report(encodeBase58(tree), difference);
  }

  /** Logged when it begins and when it ends. */
  #report(tree: string, difference: string | null): void {
    const { reporter } = this.#parts;
    if (difference === null) {
      if (this.#differing.delete(tree))
        reporter.say(`tree     ${tree} agrees with the chain again`);
    } else if (!this.#differing.has(tree)) {
      this.#differing.add(tree);
      reporter.say(`tree     ${tree} gives no proofs: ${difference}`);
    }
  }
}
