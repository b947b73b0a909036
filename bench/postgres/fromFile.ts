// Indexing a recording into PostgreSQL, and what COPY alone of the rows it left takes on the same server.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { prepareChain, SHAPES } from "../indexing/chains.ts";
import { measureIngest } from "../indexing/run.ts";
import { openFileSource } from "../../src/ingest/source/file/source.ts";
import { migrateStore, openStore } from "../../src/store/open.ts";
import { openSession } from "../../src/store/postgres/session.ts";
import { allTables } from "../../test/store/allTables.ts";
import { usageOf } from "../targets/usage.ts";
import { runSql, writingProcess } from "./server.ts";

export interface FromFile {
  readonly transactions: number;
  readonly seconds: number;
  /** CPU seconds of this process, and of the server's process that writes. */
  readonly own: number;
  readonly server: number;
  /** The same for one COPY per table, from files, into empty tables with their indexes. */
  readonly copySeconds: number;
  readonly copyServer: number;
}

/** In schemas of their own; the server must run on this machine and may write files. */
export async function indexFromFile(url: string): Promise<FromFile> {
  const source = await openFileSource(await prepareChain("transfers"));
  const indexed = await inSchema(url, "indexed");
  const store = await openStore(indexed, { write: true });
  await store.writer!.head(); // opens the session
  const pid = await writingProcess(indexed);
  const before = usageOf(pid).cpu;
  const { compression, seconds, processor } = await measureIngest(source, SHAPES.transfers.blocks, store.writer!, {}); // prettier-ignore
  const server = usageOf(pid).cpu - before;
  await store.close();
  const copy = await copyAgain(indexed, await inSchema(url, "copied"));
  return {
    transactions: compression,
    seconds,
    own: processor,
    server,
    ...copy,
  };
}

async function copyAgain(from: string, to: string) {
  const source = await openSession(from, { settings: {} });
  const target = await openSession(to, { settings: {} });
  const { rows } = await source.query<{ data_directory: string }>(
    "show data_directory",
  );
  const fileOf = (name: string) =>
    join(rows[0]!.data_directory, `bench_${name}.bin`);
  await target.query("delete from facts; delete from schema_versions");
  for (const { name } of allTables)
    await source.query(`copy ${name} to '${fileOf(name)}' (format binary)`);
  const { processID } = target as unknown as { processID: number };
  const before = usageOf(processID).cpu;
  const started = performance.now();
  await target.query("begin");
  for (const { name } of allTables)
    await target.query(`copy ${name} from '${fileOf(name)}' (format binary)`);
  await target.query("commit");
  const copySeconds = (performance.now() - started) / 1000;
  const copyServer = usageOf(processID).cpu - before;
  for (const { name } of allTables) rmSync(fileOf(name), { force: true });
  await source.end();
  await target.end();
  return { copySeconds, copyServer };
}

async function inSchema(url: string, name: string): Promise<string> {
  await runSql(url, `drop schema if exists ${name} cascade`, `create schema ${name}`); // prettier-ignore
  const own = new URL(url);
  own.searchParams.set("options", `-csearch_path=${name}`);
  await migrateStore(own.href);
  return own.href;
}

export function fromFileLines(row: FromFile): string[] {
  const rate = (seconds: number) => (row.transactions / seconds).toFixed(0);
  const each = (spent: number) =>
    `${((1e6 * spent) / row.transactions).toFixed(0)} µs`;
  return [
    `from a file: ${row.transactions} transfers, ${rate(row.seconds)} a second; CPU time of each: this process ${each(row.own)}, server ${each(row.server)}`,
    `  COPY alone of the rows that this leaves: ${rate(row.copySeconds)} a second; server ${each(row.copyServer)}`,
  ];
}
