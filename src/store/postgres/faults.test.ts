import assert from "node:assert/strict";
import { test } from "node:test";
import { makeHistory } from "../../../test/model/history.ts";
import { runSql, withDatabase } from "../../../test/postgres/databases.ts";
import { assertSameRows } from "../../../test/store/dump.ts";
import { withStore } from "../../../test/store/withStore.ts";
import { isTransient } from "../errors.ts";
import { openStore } from "../open.ts";

const { updates } = makeHistory({
  seed: 5,
  blocks: 12,
  transactionsPerBlock: 6,
});

/** Makes the server refuse the next writes of a block with this SQLSTATE. */
function failWith(url: string, state: string, times: number): Promise<void> {
  return runSql(
    url,
    `create sequence refusals;
     create function refuse() returns trigger language plpgsql as $$
     begin
       if nextval('refusals') <= ${times} then
         raise exception 'refused' using errcode = '${state}';
       end if;
       return new;
     end $$;
     create trigger refusing before insert on blocks
       for each row execute function refuse()`,
  );
}

function failNoMore(url: string): Promise<void> {
  return runSql(
    url,
    "drop trigger refusing on blocks; drop function refuse; drop sequence refusals",
  );
}

async function withFailing(
  state: string,
  times: number,
  work: (store: Awaited<ReturnType<typeof openStore>>) => Promise<void>,
): Promise<void> {
  await withDatabase(async (url) => {
    const store = await openStore(url, { write: true });
    await store.writer!.apply(updates.slice(0, 5));
    await failWith(url, state, times);
    try {
      await work(store);
      await store.writer!.apply(updates.slice(5));
      await withStore(async (clean) => {
        await clean.writer.apply(updates);
        await assertSameRows(store.reader, clean.reader);
      });
    } finally {
      await store.close();
      await failNoMore(url);
    }
  });
}

for (const [what, state] of [
  ["a full disk", "53100"],
  ["a lack of memory", "53200"],
  ["an I/O error", "58030"],
  ["a time limit for locks", "55P03"],
  ["a statement that an administrator cancels", "57014"],
] as const)
  test(`on PostgreSQL ${what} counts as temporary, and indexing continues afterwards`, () =>
    withFailing(state, 2, async ({ writer }) => {
      for (let i = 0; i < 2; i++)
        await assert.rejects(writer!.apply(updates.slice(5)), isTransient);
    }));

for (const [what, state] of [
  ["a deadlock", "40P01"],
  ["a session that ends because its transaction was idle", "25P03"],
] as const)
  test(`after ${what} the same write is sent to PostgreSQL again`, () =>
    withFailing(state, 2, () => Promise.resolve()));
