import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "pg";
import type { Slot } from "../../domain/values.ts";
import { HEAD_CHANNEL } from "../dialect.ts";
import type { SeenHead } from "./keepsUp.ts";
import { dropSession, openSession } from "./session.ts";

const FIRST_RETRY_MS = 1_000;
/** A standby refuses to listen but may become the primary later. */
const LAST_RETRY_MS = 30_000;

export interface HeadListenerOptions {
  readonly url: string;
  /** Called with the newest block after blocks are written or undone. */
  readonly onHead: (head: SeenHead) => void;
  /** Called when announcements start to arrive; earlier ones may have been missed. */
  readonly onListening: () => void;
}

/** A separate session that receives the heads announced by the writer. Reopened whenever it is lost. */
export class HeadListener {
  readonly #options: HeadListenerOptions;
  readonly #closing = new AbortController();
  #session: Client | null = null;

  constructor(options: HeadListenerOptions) {
    this.#options = options;
    void this.#listen();
  }

  /** Whether announcements arrive. */
  get isListening(): boolean {
    return this.#session !== null;
  }

  /** Ends a session that is suspected to be dead. */
  reconnect(): void {
    if (this.#session) dropSession(this.#session);
  }

  close(): void {
    this.#closing.abort();
    this.reconnect();
  }

  async #listen(): Promise<void> {
    const { signal } = this.#closing;
    let wait = FIRST_RETRY_MS;
    while (!signal.aborted) {
      const listened = await this.#listenOnce().then(
        () => true,
        () => false,
      );
      wait = listened ? FIRST_RETRY_MS : Math.min(wait * 2, LAST_RETRY_MS);
      await sleep(wait, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Returns when the session ends; throws if there is none. */
  async #listenOnce(): Promise<void> {
    const client = await openSession(this.#options.url, { settings: {} });
    const ended = new Promise<void>((resolve) => client.once("end", resolve));
    try {
      client.on("notification", ({ payload }) => {
        this.#options.onHead(parseHead(payload!));
      });
      await client.query(`listen "${await channelOf(client)}"`);
      if (this.#closing.signal.aborted) return;
      this.#session = client;
      this.#options.onListening();
      await ended;
    } finally {
      this.#session = null;
      dropSession(client);
    }
  }
}

async function channelOf(client: Client): Promise<string> {
  const { rows } = await client.query<{ channel: string }>(
    `select ${HEAD_CHANNEL} as channel`,
  );
  return rows[0]!.channel;
}

function parseHead(payload: string): SeenHead {
  const [slot, blockTime] = JSON.parse(payload) as [Slot, number | null];
  return { slot, blockTime };
}
