import { test as testOnce } from "node:test";
import { withDatabase } from "../postgres/databases.ts";
import { type OpenedStore, withOpened, withStore } from "./withStore.ts";

/** Runs `work` with a fresh store, taken away afterwards. */
export type WithStore = <T>(
  work: (store: OpenedStore) => Promise<T>,
) => Promise<T>;

const engines: Readonly<Record<string, WithStore>> = {
  SQLite: withStore,
  PostgreSQL: (work) => withDatabase((url) => withOpened(url, work)),
};

/** A test of what every store promises: `work` runs once for each engine, with stores of that engine. */
export function test(
  title: string,
  work: (withStore: WithStore) => Promise<void>,
): void {
  for (const [name, withStoreOfEngine] of Object.entries(engines)) {
    testOnce(`${name}: ${title}`, () => work(withStoreOfEngine));
  }
}
