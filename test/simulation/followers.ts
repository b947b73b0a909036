// Callers that follow lists of a store while it is indexed, on a server that restarts now and then.
import assert from "node:assert/strict";
import type { BlockContext, WatchedList } from "../../src/domain/listChange.ts";
import { LiveLists } from "../../src/live/liveLists.ts";
import { openStore, type Store } from "../../src/store/open.ts";
import { askStore } from "../model/lists.ts";
import type { Random } from "../model/random.ts";
import { Follower } from "../store/follower.ts";
import { waitFor } from "../waitFor.ts";

interface Server {
  readonly store: Store;
  readonly live: LiveLists;
}

export class Followers {
  readonly #url: string;
  readonly #random: Random;
  readonly #all: readonly Follower[];
  #server: Server;

  /** The store must have a block. */
  static async open(
    url: string,
    lists: readonly WatchedList[],
    random: Random,
  ): Promise<Followers> {
    const followers = new Followers(url, lists, random, await startServer(url));
    await followers.#connect(followers.#all);
    return followers;
  }

  private constructor(
    url: string,
    lists: readonly WatchedList[],
    random: Random,
    server: Server,
  ) {
    this.#url = url;
    this.#random = random;
    this.#server = server;
    const ask = (body: string) => askStore(this.#server.store.reader)(body);
    this.#all = lists.map(
      (list) => new Follower(list, ask, { isSlow: random.chance(0.5) }),
    );
  }

  /** Some lose their connection, or all with a restart of the server, and continue. */
  async disturb(): Promise<void> {
    const isRestart = this.#random.chance(0.1);
    const away = this.#all.filter(
      ({ isLost }) => isLost || isRestart || this.#random.chance(0.1),
    );
    await disconnect(away);
    if (isRestart) {
      await this.#server.store.close();
      this.#server = await startServer(this.#url);
    }
    await this.#connect(away);
  }

  /** Waits until all have the lists at this block. */
  async reach(head: BlockContext): Promise<void> {
    await this.#connect(this.#all.filter(({ isLost }) => isLost));
    for (const each of this.#all)
      await waitFor(
        `a followed list to reach slot ${head.slot}`,
        () => each.isAt(head),
        Boolean,
        { unless: each.failed },
      );
    assert.ok(this.#all.some(({ count }) => count > 0));
  }

  async close(): Promise<void> {
    try {
      await disconnect(this.#all);
    } finally {
      await this.#server.store.close();
    }
  }

  async #connect(followers: readonly Follower[]): Promise<void> {
    for (const each of followers)
      await waitFor("a list to be followed", async () => {
        await each.connect(this.#server.live);
        return true;
      });
  }
}

async function startServer(url: string): Promise<Server> {
  const store = await openStore(url, { write: false });
  const fail = (error: unknown): never => assert.fail(String(error));
  return { store, live: new LiveLists(store.reader, fail) };
}

async function disconnect(followers: readonly Follower[]): Promise<void> {
  for (const each of followers) await each.disconnect();
}
