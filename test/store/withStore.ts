import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStore, type Store } from "../../src/store/open.ts";
import type { Writer } from "../../src/store/writer.ts";
import { withDatabase } from "../postgres/databases.ts";

/** Where stores can be kept. What is promised of a store is tested on every one. */
export interface Engine {
  readonly name: "SQLite" | "PostgreSQL";
  /** Runs `work` with the URL of a store nobody has used, and takes it away afterwards. */
  withUrl<T>(work: (url: string) => Promise<T>): Promise<T>;
}

const sqlite: Engine = {
  name: "SQLite",
  async withUrl(work) {
    const folder = mkdtempSync(join(tmpdir(), "tachyon-test-"));
    try {
      return await work(`sqlite://${join(folder, "store.db")}`);
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};

const postgres: Engine = { name: "PostgreSQL", withUrl: withDatabase };

export const engines: readonly Engine[] = [sqlite, postgres];

export interface OpenedStore extends Store {
  readonly writer: Writer;
  readonly url: string;
}

/** A fresh store, taken away afterwards. */
export function withStore<T>(
  engine: Engine,
  work: (store: OpenedStore) => Promise<T>,
): Promise<T> {
  return engine.withUrl(async (url) => {
    const store = await openStore(url, { write: true });
    try {
      return await work({ ...store, writer: store.writer!, url });
    } finally {
      await store.close();
    }
  });
}
