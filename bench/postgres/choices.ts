// The measurements behind docs/decisions/0009, 0010 and 0053, in CPU time of client and server, because wall time is noisy.
//   node bench/postgres/choices.ts
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Client } from "pg";
import type { Row, Value } from "../../src/store/connection.ts";
import { migrateStore } from "../../src/store/open.ts";
import { Pipeline } from "../../src/store/postgres/protocol/pipeline.ts";
import {
  insertMany,
  type RowsToWrite,
  upsertMany,
} from "../../src/store/postgres/protocol/rowSets.ts";
import { readSettings } from "../../src/store/postgres/server.ts";
import { openSession } from "../../src/store/postgres/session.ts";
import { queryRows } from "../../src/store/postgres/protocol/statement.ts";
import { type Table, tokensByOwner } from "../../src/store/schema/tables.ts";
import { withBenchDatabase } from "./server.ts";

const print = (line: string): void => void process.stdout.write(`${line}\n`);

async function processIdOf(client: Client): Promise<number> {
  const [row] = await queryRows(client, "select pg_backend_pid()", []);
  return row![0] as number;
}

/** CPU microseconds that `work` takes in this process and in the server process `pid`. */
async function cpuOf(
  pid: number,
  work: () => Promise<void>,
): Promise<{ own: number; server: number }> {
  const before = { own: process.cpuUsage(), server: serverCpu(pid) };
  await work();
  const { user, system } = process.cpuUsage(before.own);
  return { own: user + system, server: serverCpu(pid) - before.server };
}

/** Fields 14 and 15 of proc(5) stat, in hundredths of a second. */
function serverCpu(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!;
  const [user, system] = fields.split(" ").slice(11, 13).map(Number);
  return (user! + system!) * 10_000;
}

type Bring = (table: Table, rows: readonly Row[]) => RowsToWrite;
const WAYS: readonly Bring[] = [upsertMany, insertMany];

async function compareWaysOfBringing(url: string): Promise<void> {
  await migrateStore(url);
  const client = await openSession(url, { settings: {} });
  const pid = await processIdOf(client);
  const session = new Pipeline(client);
  print(
    "rows per set merged: own + server µs/row   copied: own + server µs/row",
  );
  for (const size of [10, 100, 500, 1000, 2000, 5000, 20_000]) {
    const found: string[] = [];
    for (const bring of WAYS) {
      const sets = Math.ceil(60_000 / size);
      const { own, server } = await cpuOf(pid, async () => {
        for (let i = 0; i < sets; i++)
          await session.write(bring(tokensByOwner, rows(size)));
      });
      const each = (of: number) => (of / sets / size).toFixed(1).padStart(7);
      found.push(`${each(own)} + ${each(server)}`);
      await session.script(`truncate ${tokensByOwner.name}`);
    }
    print(`${String(size).padStart(10)}   ${found.join("              ")}`);
  }
  await session.end();
}

const ITEM = "x".repeat(760);
function rows(size: number): Row[] {
  return Array.from({ length: size }, () => [
    randomBytes(32),
    randomBytes(64),
    ITEM,
  ]);
}

interface Form {
  readonly columns: string;
  readonly select: string;
  readonly order: string;
  readonly after: (balance: bigint) => { sql: string; values: Value[] };
  readonly last: string;
}

const LOWEST_OWNER = Buffer.alloc(32);
const HALF = 2n ** 63n;
const pair = (type: string, shift: bigint) => (balance: bigint) => ({
  sql: `(balance, owner) < (?::${type}, ?)`,
  values: [String(balance - shift), LOWEST_OWNER],
});
const twoLast =
  "(array_agg(balance))[count(*)::int], (array_agg(owner))[count(*)::int]";

/** Measures the holders of a mint by balance, with the balance as bytes, as numeric, and as bigint shifted by 2^63. */
const FORMS: Readonly<Record<string, Form>> = {
  bytes: {
    columns: "position bytea",
    select: `int8send((balance - ${HALF})::bigint # (-${HALF})::bigint) || owner`,
    order: "position desc",
    after: (balance) => {
      const position = Buffer.alloc(40);
      position.writeBigUInt64BE(balance);
      return { sql: "position < ?", values: [position] };
    },
    last: "(array_agg(position))[count(*)::int]",
  },
  numeric: {
    columns: "balance numeric(20, 0), owner bytea",
    select: "balance, owner",
    order: "balance desc, owner desc",
    after: pair("numeric", 0n),
    last: twoLast,
  },
  "shifted bigint": {
    columns: "balance bigint, owner bytea",
    select: `(balance - ${HALF})::bigint, owner`,
    order: "balance desc, owner desc",
    after: pair("bigint", HALF),
    last: twoLast,
  },
};

const MINTS = 20;

async function compareNumbers(url: string): Promise<void> {
  const settings = readSettings({ statementTimeoutMs: 0 });
  const client = await openSession(url, {
    settings: { ...settings, default_transaction_read_only: "off" },
  });
  await client.query(
    `create table source as select sha256(('m' || i % ${MINTS})::bytea) as key, trunc(random() * 18e18)::numeric as balance,
       sha256(i::text::bytea) as owner, repeat('x', 90) as item from generate_series(1, 300000) i`,
  );
  print(
    "\nform             heap MB  index MB  insert µs/row  page of 100: server µs",
  );
  for (const [name, form] of Object.entries(FORMS)) {
    print(await measureForm(client, name, form));
  }
  await client.end();
}

async function measureForm(
  client: Client,
  name: string,
  form: Form,
): Promise<string> {
  const key = form.order.replaceAll(" desc", "");
  await client.query(
    `drop table if exists form; create table form (key bytea, ${form.columns}, item text, primary key (key, ${key})); checkpoint`,
  );
  const pid = await processIdOf(client);
  const insert = await cpuOf(pid, async () => {
    await client.query(
      `insert into form select key, ${form.select}, item from source`,
    );
  });
  await client.query("vacuum analyze form");
  const [sizes] = await queryRows(
    client,
    "select pg_relation_size('form'), pg_relation_size('form_pkey')",
    [],
  );
  const keys = await queryRows(client, "select distinct key from source", []);
  const pages = 4000;
  const read = await cpuOf(pid, async () => {
    for (let i = 0; i < pages; i++) {
      const { sql, values } = form.after(randomBytes(8).readBigUInt64BE());
      const page = `select count(*), ${form.last}, string_agg(item, ',') from (select * from form where key = ? and ${sql} order by ${form.order} limit 100) as page`;
      await queryRows(client, page, [keys[i % MINTS]![0]!, ...values]);
    }
  });
  const megabytes = sizes!.map((bytes) => (Number(bytes) / 1e6).toFixed(1));
  const [heap, index] = megabytes.map((text) => text.padStart(8));
  return `${name.padEnd(15)} ${heap!} ${index!}   ${(insert.server / 300_000).toFixed(2).padStart(10)}   ${(read.server / pages).toFixed(0).padStart(15)}`;
}

await withBenchDatabase(async (url) => {
  await compareWaysOfBringing(url);
  await compareNumbers(url);
});
