import { setTimeout as sleep } from "node:timers/promises";
import { builtInTrees } from "../../src/ingest/trees/builtInTrees.ts";
import { Random } from "../model/random.ts";
import {
  type SimulatedGrpc,
  type StreamFault,
  startSimulatedGrpc,
} from "../node/simulatedGrpc.ts";
import {
  type SimulatedNode,
  startSimulatedNode,
} from "../node/simulatedNode.ts";
import { assertSameRows, assertSameTrees } from "../store/dump.ts";
import { assertSamePast } from "../store/samePast.ts";
import type { WithStore, WithUrl } from "../store/eachEngine.ts";
import { faultFor } from "./faults.ts";
import {
  type Indexer,
  overGrpc,
  overRpc,
  reaches,
  startIndexer,
  updatesOf,
} from "./index.ts";
import { otherTransactions } from "../../src/store/schema/tables.ts";
import { openStore } from "../../src/store/open.ts";
import { waitFor } from "../waitFor.ts";
import { Followers } from "./followers.ts";
import { listsOf } from "./worldLists.ts";
import { World } from "./world.ts";

const ROUNDS = 60;
const DEEPEST_FORK = 40;
const FOLLOWED_LISTS = 5;
/** The share of wrong responses while the node is faulty. */
const FAULTS = 0.15;
const STREAM_FAULTS: readonly StreamFault[] = [
  "drop",
  "leave out",
  "twice",
  "swap",
  "silence",
];

export type Over = "rpc" | "grpc";

/** Simulates a faulty node and network, an indexer that is killed repeatedly, and callers that follow lists meanwhile. */
class BadDay {
  readonly #seed: number;
  readonly #random: Random;
  readonly #world: World;
  readonly #url: string;
  readonly #startAfter: number;
  #healthy = false;
  #node: SimulatedNode | null = null;
  #grpc: SimulatedGrpc | null = null;
  #indexer: Indexer | null = null;
  #followers: Followers | null = null;
  readonly #over: Over;

  constructor(seed: number, over: Over, url: string) {
    this.#over = over;
    this.#seed = seed;
    this.#random = new Random(seed);
    const firstSlot = this.#random.pick([0, 1, 1000]);
    this.#world = new World(seed + 1, firstSlot);
    this.#startAfter = firstSlot - 1;
    this.#url = url;
  }

  async live(): Promise<void> {
    this.#world.grow(1 + this.#random.below(60));
    await this.#startNode(0);
    await this.#startGrpc(0);
    await this.#startIndexer();
    try {
      await this.#startFollowers();
      for (let round = 0; round < ROUNDS; round++) await this.#round();
      this.#healthy = true;
      this.#world.grow(3);
      const { tip } = this.#world;
      await reaches(this.#indexer!, tip);
      const { slot, content } = tip;
      const blockhash = content.blockhash!;
      await this.#followers!.reach({ slot, blockhash });
    } finally {
      await this.#followers?.close();
      await this.#indexer!.kill();
      await this.#node!.close();
      this.#grpc?.close();
    }
  }

  get chain() {
    return this.#world.chain;
  }

  async #round(): Promise<void> {
    const random = this.#random;
    if (random.chance(0.6)) this.#world.grow(1 + random.below(4));
    if (random.chance(0.1)) this.#world.fork(1 + random.below(DEEPEST_FORK));
    if (random.chance(0.05)) await this.#restartNode();
    if (random.chance(0.15)) await this.#restartIndexer();
    await this.#followers!.disturb();
    await sleep(random.below(12));
  }

  async #startNode(port: number): Promise<void> {
    const random = new Random(this.#random.below(2 ** 31));
    this.#node = await startSimulatedNode({
      port,
      blocks: () => this.#world.chain,
      disturb: (method, _, params) => {
        if (this.#healthy || !random.chance(FAULTS)) return null;
        return faultFor(random, this.#world.chain, method, params);
      },
    });
  }

  async #startGrpc(port: number): Promise<void> {
    if (this.#over === "rpc") return;
    const random = new Random(this.#random.below(2 ** 31));
    const reach = random.pick([null, 5, 50]);
    this.#grpc = await startSimulatedGrpc({
      port,
      chain: () => this.#world.chain,
      replayFrom: () => reach && this.#world.tip.slot - reach,
      disturb: () =>
        this.#healthy || !random.chance(0.08)
          ? null
          : random.pick(STREAM_FAULTS),
    });
  }

  async #restartNode(): Promise<void> {
    const port = Number(this.#node!.url.port);
    const grpcPort = this.#grpc?.port ?? 0;
    await this.#node!.close();
    this.#grpc?.close();
    await sleep(this.#random.below(15));
    await this.#startNode(port);
    await this.#startGrpc(grpcPort);
  }

  async #startIndexer(): Promise<void> {
    const { url } = this.#node!;
    const source = this.#grpc ? overGrpc(url, this.#grpc.port) : overRpc(url);
    this.#indexer = await startIndexer(this.#url, source, this.#startAfter);
  }

  async #startFollowers(): Promise<void> {
    const indexer = this.#indexer!;
    await waitFor("the first block to be indexed", () => indexer.head());
    const random = new Random(this.#seed + 2);
    const all = listsOf(this.#world);
    const some = Array.from({ length: FOLLOWED_LISTS }, () => random.pick(all));
    this.#followers = await Followers.open(this.#url, some, random);
  }

  async #restartIndexer(): Promise<void> {
    await this.#indexer!.kill();
    if (this.#random.chance(0.3)) await sleep(this.#random.below(20));
    await this.#startIndexer();
  }
}

/** Asserts that the store equals one that only indexed the last branch, and its past one that indexed the blocks up to there. */
export async function simulate(
  seed: number,
  over: Over,
  withStore: WithStore,
  withUrl: WithUrl,
): Promise<void> {
  await withUrl(async (url) => {
    const day = new BadDay(seed, over, url);
    await day.live();
    const store = await openStore(url, { write: true });
    const read = store.reader;
    await withStore(async (clean) => {
      await clean.writer.addTrees(builtInTrees);
      await clean.writer.apply(updatesOf(day.chain));
      for (const writer of [store.writer!, clean.writer])
        while (await writer.refreshTrees());
      await assertSameTrees(read, clean.reader);
      // A stream omits transactions without compression.
      const leftOut = over === "grpc" ? [otherTransactions.name] : [];
      await assertSameRows(read, clean.reader, leftOut);
      const before = day.chain.slice(0, 1 + (seed % day.chain.length));
      await withStore(async (prefix) => {
        await prefix.writer.addTrees(builtInTrees);
        await prefix.writer.apply(updatesOf(before));
        await assertSamePast(read, prefix.reader, before.at(-1)!.slot);
      });
    }).finally(() => store.close());
  });
}
