import { type TestContext, test as testOnce } from "node:test";
import { withCitus } from "../postgres/citus.ts";
import { withDatabase } from "../postgres/databases.ts";
import { type OpenedStore, withOpened, withStorePath } from "./withStore.ts";

/** Runs `work` with the URL of a new store, and removes it afterwards. */
export type WithUrl = <T>(work: (url: string) => Promise<T>) => Promise<T>;
/** The same, with the store open. */
export type WithStore = <T>(
  work: (store: OpenedStore) => Promise<T>,
) => Promise<T>;

/** `npm run test:citus` runs the same tests on a cluster. */
const engines: Readonly<Record<string, WithUrl>> = process.env.CITUS_URL
  ? { Citus: withCitus }
  : { SQLite: withStorePath, PostgreSQL: withDatabase };

/** A test of what every store promises: `work` runs once for each engine, with stores of that engine. */
export function test(
  title: string,
  work: (
    withStore: WithStore,
    withUrl: WithUrl,
    t: TestContext,
  ) => Promise<void>,
): void {
  for (const [name, withUrl] of Object.entries(engines)) {
    testOnce(`${name}: ${title}`, (t) =>
      work((use) => withUrl((url) => withOpened(url, use)), withUrl, t),
    );
  }
}
