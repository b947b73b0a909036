import assert from "node:assert/strict";
import { setImmediate as nextTurn } from "node:timers/promises";
import { inspect } from "node:util";
import type { StateUpdate } from "../../src/domain/update.ts";
import { createDispatch } from "../../src/rpc/dispatch/dispatch.ts";
import { ERRORS } from "../../src/rpc/errors.ts";
import * as methods from "../../src/rpc/methods/index.ts";
import type { Reader } from "../../src/store/reader.ts";
import { joinChunks } from "../../src/render/text.ts";
import { parseExact } from "../model/exactJson.ts";
import type { History } from "../model/history.ts";
import { everyList } from "../model/lists.ts";
import { Model } from "../model/model.ts";
import { Random } from "../model/random.ts";

interface Answer {
  readonly result?: {
    context: { slot: bigint };
    value: { items?: unknown[]; token_balances?: unknown[] };
  };
  readonly error?: { code: bigint };
}

/** Continuously requests random lists, and knows the right result at every slot. */
export class Witness {
  answered = 0;
  refused = 0;
  /** The longest time without a response. */
  gapMs = 0;
  readonly slots = new Set<number>();
  readonly #dispatch;
  readonly #lists;
  readonly #random = new Random(7);
  readonly #expected = new Map<number, unknown[][]>();
  readonly #asking: Promise<void>[];
  #lastAnswer = performance.now();
  #stopped = false;

  constructor(read: Reader, history: History, updates: StateUpdate[]) {
    const log = { error: (fields: object) => assert.fail(inspect(fields)) };
    this.#dispatch = createDispatch({ read, methods, log });
    this.#lists = everyList(history, Model.of(updates));
    const expect = (slot: number, known: StateUpdate[]) =>
      this.#expected.set(
        slot,
        everyList(history, Model.of(known)).map(({ expected }) => expected),
      );
    expect(0, []);
    updates.forEach(({ block }, i) =>
      expect(block.slot, updates.slice(0, i + 1)),
    );
    this.#asking = Array.from({ length: 4 }, () => this.#ask());
  }

  /** Stops the requests. Throws if any response was wrong. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all(this.#asking);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }

  async #ask(): Promise<void> {
    while (!this.#stopped) {
      const at = this.#random.below(this.#lists.length);
      const { method, params } = this.#lists[at]!;
      const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
      const answer = await this.#dispatch(Buffer.from(body), "/", "");
      const text = joinChunks(answer!);
      this.#judge(at, text);
      await nextTurn(); // a refusal takes no time at all, and the servers must get their turn to come back
    }
  }

  #judge(at: number, text: string): void {
    const { result, error } = parseExact(text) as Answer;
    if (!result) {
      assert.equal(error!.code, BigInt(ERRORS.unavailable.code), text);
      this.refused += 1;
      return;
    }
    const slot = Number(result.context.slot);
    const items = result.value.items ?? result.value.token_balances;
    assert.deepEqual(items, this.#expected.get(slot)?.[at], text);
    this.slots.add(slot);
    this.answered += 1;
    const now = performance.now();
    this.gapMs = Math.max(this.gapMs, now - this.#lastAnswer);
    this.#lastAnswer = now;
  }
}
