// The measurements behind docs/decisions/0064: a history that only grows as one B-tree, in partitions, and with BRIN.
//   node bench/postgres/grows.ts
import { Client } from "pg";
import { usageOf } from "../targets/usage.ts";
import { withBenchDatabase } from "./server.ts";

const print = (line: string): void => void process.stdout.write(`${line}\n`);

const ROWS = 1_000_000;
const PARTS = 10;
const BATCHES = 100;
const PAGES = 2000;

/** Slots are 8 bytes, and signatures have 64 that follow no order. */
const POSITION = "int8send(n) || sha512(int8send(n))";
const COLUMNS = "key bytea not null, position bytea not null, item text not null"; // prettier-ignore

interface Form {
  readonly make: readonly string[];
}

function inPartitions(key: string): Form {
  const bound = (part: number) => `int8send(${(part * ROWS) / PARTS})`;
  const parts = Array.from({ length: PARTS }, (_, part) => {
    const to = part + 1 === PARTS ? "maxvalue" : `(${bound(part + 1)})`;
    return `create table form_${part} partition of form for values from (${bound(part)}) to (${to})`;
  });
  return {
    make: [
      `create table form (${COLUMNS}, primary key (${key})) partition by range (position)`,
      ...parts,
    ],
  };
}

const plain = (key: string): Form => ({
  make: [`create table form (${COLUMNS}, primary key (${key}))`],
});
const brin: Form = {
  make: [
    `create table form (${COLUMNS})`,
    "create index form_brin on form using brin (position bytea_minmax_ops) with (pages_per_range = 16, autosummarize = on)",
  ],
};

/** The newest transactions of all, and those of a key. */
const LATEST = "select position, item from form where position < $1 order by position desc limit 100"; // prettier-ignore
const OF_KEY = "select position, item from form where key = $2 and position < $1 order by position desc limit 100"; // prettier-ignore

/** The last column is the number of keys: each has as many rows as the others. */
const CASES: readonly (readonly [string, Form, string, number])[] = [
  ["transactions, one B-tree", plain("position"), LATEST, 1000],
  ["transactions, 10 partitions", inPartitions("position"), LATEST, 1000],
  ["transactions, BRIN", brin, LATEST, 1000],
  ["1,000 of a key, one B-tree", plain("key, position"), OF_KEY, 1000],
  ["1,000 of a key, 10 partitions", inPartitions("key, position"), OF_KEY, 1000], // prettier-ignore
  ["10 of a key, one B-tree", plain("key, position"), OF_KEY, 100_000],
  ["10 of a key, 10 partitions", inPartitions("key, position"), OF_KEY, 100_000], // prettier-ignore
];

async function measure(
  client: Client,
  [name, form, page, keys]: (typeof CASES)[number],
) {
  // prettier-ignore
  await client.query("drop table if exists form cascade");
  for (const sql of form.make) await client.query(sql);
  const { rows: pids } = await client.query<{ pid: number }>(
    "select pg_backend_pid() as pid",
  );
  const cpu = () => usageOf(pids[0]!.pid).cpu;
  let before = cpu();
  for (let batch = 0; batch < BATCHES; batch++) {
    const [from, to] = [batch, batch + 1].map((b) => (b * ROWS) / BATCHES);
    await client.query(
      `insert into form select int8send(n % ${keys}), ${POSITION}, repeat('x', 150) from generate_series(${from}::bigint, ${to! - 1}::bigint) n`,
    );
  }
  const insert = (1e6 * (cpu() - before)) / ROWS;
  await client.query("vacuum analyze form");
  const { rows: sizes } = await client.query<{ table: string; index: string }>(
    `select sum(pg_table_size(oid)) as "table", sum(pg_indexes_size(oid)) as "index"
     from pg_class where relname like 'form%' and relkind = 'r'`,
  );
  const pages = page === LATEST && form === brin ? 5 : PAGES;
  const ask = async (i: number) => {
    const at = Buffer.alloc(8);
    at.writeBigUInt64BE(BigInt(Math.floor(((i + 0.5) * ROWS) / pages)));
    const key = Buffer.alloc(8);
    key.writeBigUInt64BE(BigInt((i * 47) % keys));
    const values = page === LATEST ? [at] : [at, key];
    await client.query({ name, text: page, values });
  };
  for (let i = 0; i < 10 && pages > 10; i++) await ask(i);
  before = cpu();
  for (let i = 0; i < pages; i++) await ask(i);
  const read = (1e6 * (cpu() - before)) / pages;
  const { table, index } = sizes[0]!;
  const megabytes = (bytes: string) => (Number(bytes) / 1e6).toFixed(0).padStart(6); // prettier-ignore
  print(`${name.padEnd(36)} ${megabytes(table)} ${megabytes(index)} ${insert.toFixed(1).padStart(10)} ${read.toFixed(0).padStart(10)}`); // prettier-ignore
}

await withBenchDatabase(async (url) => {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query("set plan_cache_mode = force_generic_plan");
  print(`${"".padEnd(36)} MB rows  index  µs a row  µs a page of 100 (server)`); // prettier-ignore
  for (const each of CASES) await measure(client, each);
  await client.end();
});
