import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import {
  openStore,
  type Store,
  type StoreOptions,
} from "../../src/store/open.ts";
import type { Writer } from "../../src/store/writer.ts";

export interface OpenedStore extends Store {
  readonly writer: Writer;
  readonly url: string;
}

/** A new store on a real file, removed afterwards. */
export function withStore<T>(
  work: (store: OpenedStore) => Promise<T>,
): Promise<T> {
  return withStorePath((url) => withOpened(url, work));
}

/** A path for a new store. Files there are removed afterwards. */
export async function withStorePath<T>(
  work: (url: string) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "tachyon-test-"));
  try {
    return await work(`sqlite://${join(folder, "store.db")}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The store at this URL, open while `work` runs. */
export async function withOpened<T>(
  url: string,
  work: (store: OpenedStore) => Promise<T>,
  options: Omit<StoreOptions, "write"> = {},
): Promise<T> {
  const store = await openStore(url, { ...options, write: true });
  try {
    return await work({ ...store, writer: store.writer!, url });
  } finally {
    await store.close();
  }
}

/** Runs SQL on the file behind the store's back. */
export function tamper(path: string, sql: string): void {
  const db = new DatabaseSync(path);
  db.exec(sql);
  db.close();
}
