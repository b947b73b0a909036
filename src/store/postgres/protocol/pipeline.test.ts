import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { runSql, withDatabase } from "../../../../test/postgres/databases.ts";
import { joinChunks } from "../../../render/text.ts";
import type { Row, Value } from "../../connection.ts";
import { postgres, type ReadRows } from "../../dialect.ts";
import { Pipeline } from "./pipeline.ts";
import { pageOf, type Question, rowsOf } from "./rowReaders.ts";
import { insertMany, upsertMany } from "./rowSets.ts";
import { ServerMessages } from "./serverMessages.ts";
import { openSession } from "../session.ts";

test("messages are the same in whatever pieces they arrive", () => {
  const messages = fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 8 });
  const cuts = fc.array(fc.nat(200));
  fc.assert(
    fc.property(messages, cuts, (bodies, cuts) => {
      const all = Buffer.concat(
        bodies.map((body, i) => {
          const head = Buffer.from(`${"DZE"[i % 3]!}0000`);
          head.writeInt32BE(body.length + 4, 1);
          return Buffer.concat([head, body]);
        }),
      );
      const received: [string, Buffer][] = [];
      const splitter = new ServerMessages((type, bytes, at) => {
        const length = bytes.readInt32BE(at - 4) - 4;
        received.push([type, Buffer.from(bytes.subarray(at, at + length))]);
      });
      const ends = [...cuts, all.length].sort((a, b) => a - b);
      let from = 0;
      for (const end of ends) {
        if (end > from) splitter.add(all.subarray(from, end));
        from = Math.max(from, end);
      }
      assert.deepEqual(
        received,
        bodies.map((body, i) => ["DZE"[i % 3]!, Buffer.from(body)]),
      );
    }),
  );
});

interface Asking {
  readonly url: string;
  readonly all: (
    sql: string,
    params?: readonly Value[],
  ) => Promise<readonly Row[]>;
  readonly page: (sql: string, params?: readonly Value[]) => Promise<ReadRows>;
}

function withPipeline(work: (asking: Asking) => Promise<void>): Promise<void> {
  return withDatabase(async (url) => {
    const client = await openSession(url, { settings: {} });
    const pipeline = new Pipeline(client);
    const ask = <T>(question: Question<T>) => pipeline.query(question);
    await work({
      url,
      all: (sql, params = []) => ask(rowsOf(sql, params)),
      page: (sql, params = []) => ask(pageOf(sql, params, ",")),
    });
    await pipeline.end();
  });
}

test("values of every type arrive as they were sent, the first time and later", () =>
  withPipeline(async ({ all }) => {
    const sql =
      "select ?::bigint, ?::int, ?::smallint, ?::bytea, ?::text, ?::text, ?::bytea, ?::int = 1";
    const bytes = new Uint8Array([0, 255, 92, 10]);
    const given = [2 ** 53 - 1, -7, -3, bytes, "é\n\\x", null, null, 1];
    for (const n of [...given.slice(0, 1), -(2 ** 53) + 1, 0]) {
      const values = [n, ...given.slice(1)];
      const expected = [...values.slice(0, 3), Buffer.from(bytes), ...values.slice(4, 7), "t"]; // prettier-ignore
      assert.deepEqual(await all(sql, values), [expected]);
    }
    assert.deepEqual(await all("set datestyle to default"), []);
  }));

test("columns of a type that is not read are refused, and the session goes on", () =>
  withPipeline(async ({ all }) => {
    for (let i = 0; i < 2; i++)
      await assert.rejects(all("select 1.5"), /type 1700: cast it to text/);
    assert.deepEqual(await all("select 1"), [[1]]);
  }));

test("statements run in the order of the calls, those that the session does not know yet as well", () =>
  withDatabase(async (url) => {
    const session = new Pipeline(await openSession(url, { settings: {} }));
    await session.script("create temp table numbers (n bigint primary key)");
    const count = rowsOf("select count(*) from numbers", []);
    const table = { name: "numbers", columns: { n: "integer" }, keyColumns: 1 } as const; // prettier-ignore
    const found = [session.query(count)];
    const written = [1, 2, 3].map((n) => {
      const add = n === 2 ? upsertMany : insertMany;
      const written = session.write(add(table, [[n]]));
      found.push(session.query(count));
      return written;
    });
    await Promise.all(written);
    const counts = (await Promise.all(found)).map(([row]) => row![0]);
    assert.deepEqual(counts, [0, 1, 2, 3]);
    await session.end();
  }));

/** Fails at item 3, after the rows before it. */
const FAILING = `select cast(null as bytea), '1' union all
  (select int4send(i), repeat('x', 10000) || (1 / (3 - i)) from generate_series(1, 5) i)`;

test("a statement that fails leaves nothing to those behind it", () =>
  withPipeline(async ({ all, page }) => {
    const rows = "select int4send(i), repeat(chr(96 + i), i) from generate_series(1, 3) i"; // prettier-ignore
    const sql = `select cast(null as bytea), '7' union all (${rows})`;
    await Promise.all([page(sql), all("select 1")]);
    await assert.rejects(page(FAILING)); // from here on, each is sent at once
    const answers = await Promise.allSettled([
      page(FAILING),
      page(sql),
      all("select no_such_column"),
      page(sql),
      all("select 1"),
    ]);
    assert.deepEqual(
      answers.map((answer) =>
        answer.status === "rejected"
          ? (answer.reason as { code: string }).code
          : "answered",
      ),
      ["22012", "answered", "42703", "answered", "answered"],
    );
    for (const i of [1, 3]) {
      const answer = answers[i] as PromiseFulfilledResult<ReadRows>;
      const last = Buffer.of(0, 0, 0, 3);
      assert.deepEqual(answer.value, { slot: 7, columns: [], count: 3, last, items: "a,bb,ccc" }); // prettier-ignore
    }
  }));

test("a page is the same row by row and as text in chunks, with small and large items, and without any", () =>
  withPipeline(async ({ all, page }) => {
    const items = "select int4send(i), repeat(chr(97 + i % 26), case when i % 40 = 7 then 200000 else i end) from generate_series(1, ?::int) i"; // prettier-ignore
    const of = { sql: items, direction: "asc", separator: "," } as const;
    const sql = postgres.pageSql(of, ["'further'"]);
    for (const count of [0, 1, 8, 300]) {
      const { items, ...rest } = await page(sql, [count]);
      const rows = postgres.pageOf(await all(sql, [count]), ",");
      assert.deepEqual({ ...rest, items: joinChunks(items) }, rows);
      assert.equal(rows.count, count);
      assert.deepEqual(rows.columns, ["further"]);
    }
  }));

test("a statement whose table was changed, or whose name was forgotten, is prepared again", () =>
  withPipeline(async ({ url, all }) => {
    await runSql(url, "create table changing as select 1::int as a");
    const sql = "select * from changing";
    assert.deepEqual(await all(sql), [[1]]);
    await runSql(url, "alter table changing add b text default 'x'");
    const answers = await Promise.all([all(sql), all(sql)]);
    assert.deepEqual(answers, [[[1, "x"]], [[1, "x"]]]);
    await all("deallocate all");
    assert.deepEqual(await all(sql), [[1, "x"]]);
  }));

test("a statement keeps its name on the server when it fails", () =>
  withPipeline(async ({ all }) => {
    for (let i = 0; i < 5; i++)
      await assert.rejects(all("select 1 / ?::int", [0]), /division by zero/);
    const named = "select count(*) from pg_prepared_statements where statement like '% 1 / %'"; // prettier-ignore
    assert.deepEqual(await all(named), [[2]]); // this one, too
  }));

test("bytes that are no messages end the session, and all its statements fail", async () => {
  for (const garbage of ["D\0\0\0\0", "D\0\0\0\x08\0\x01\0\0"])
    await withDatabase(async (url) => {
      const client = await openSession(url, { settings: {} });
      const pipeline = new Pipeline(client);
      const question = rowsOf("select 1", []);
      await pipeline.query(question);
      const asked = [1, 2].map(() => pipeline.query(question));
      client.connection.stream.emit("data", Buffer.from(garbage, "latin1"));
      for (const each of asked)
        await assert.rejects(each, /Connection terminated unexpectedly/);
    });
});
