// Blocks at the tip: each of 400 transfers, and in a transaction of its own.
import { Client } from "pg";
import { openStore } from "../../src/store/open.ts";
import { headerOf } from "../../test/encoder/block.ts";
import { median } from "../report/median.ts";
import { TransferMaker } from "../state/transfers.ts";
import { usageOf } from "../targets/usage.ts";
import { writingProcess } from "./server.ts";

const TRANSFERS = 400;
const BLOCKS = 40;
/** Not counted: they fill the statement caches of both sides. */
const WARM_UP = 10;

export interface TipFigures {
  /** Milliseconds from the call to the end of the commit. */
  readonly p50: number;
  readonly p90: number;
  /** CPU milliseconds of a block: of this process, and of the server's process that writes. */
  readonly own: number;
  readonly server: number;
  /** Bytes of the log for one transfer: of all blocks, and of the first one after a checkpoint, which logs whole pages. */
  readonly log: number;
  readonly logAfterCheckpoint: number;
}

/** On a store of `accounts` transferred accounts; the server must run on this machine. */
export async function measureTip(
  url: string,
  accounts: number,
): Promise<TipFigures> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const store = await openStore(url, { write: true });
  const writer = store.writer!;
  const head = (await writer.head())!.slot;
  const maker = new TransferMaker(2, accounts, "any", accounts / 10);
  const writeBlock = async (number: number): Promise<number> => {
    const transactions = maker.transfers(TRANSFERS);
    const block = headerOf(head + number);
    const started = performance.now();
    await writer.apply([{ block, transactions, others: [], setAside: [] }]);
    return performance.now() - started;
  };
  for (let i = 1; i <= WARM_UP; i++) await writeBlock(i);
  const pid = await writingProcess(url);
  const before = { log: await logBytes(client), server: usageOf(pid).cpu };
  const own = process.cpuUsage();
  const times: number[] = [];
  for (let i = 1; i <= BLOCKS; i++) times.push(await writeBlock(WARM_UP + i));
  const { user, system } = process.cpuUsage(own);
  const server = usageOf(pid).cpu - before.server;
  const log = (await logBytes(client)) - before.log;
  await client.query("checkpoint");
  const afterCheckpoint = await logBytes(client);
  await writeBlock(WARM_UP + BLOCKS + 1);
  const whole = (await logBytes(client)) - afterCheckpoint;
  await store.close();
  await client.end();
  return {
    p50: median(times),
    p90: times.toSorted((a, b) => a - b)[Math.floor(0.9 * BLOCKS)]!,
    own: (user + system) / 1000 / BLOCKS,
    server: (1000 * server) / BLOCKS,
    log: log / BLOCKS / TRANSFERS,
    logAfterCheckpoint: whole / TRANSFERS,
  };
}

async function logBytes(client: Client): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>(
    "select pg_current_wal_insert_lsn() - '0/0' as bytes",
  );
  return Number(rows[0]!.bytes);
}

export function tipLine(figures: TipFigures): string {
  const { p50, p90, own, server, log, logAfterCheckpoint } = figures;
  const ms = (value: number) => `${value.toFixed(0)} ms`;
  const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} KB`;
  return `a block of ${TRANSFERS} transfers at the tip: p50 ${ms(p50)}, p90 ${ms(p90)}; CPU time: this process ${ms(own)}, server ${ms(server)}; log of a transfer ${kilobytes(log)}, after a checkpoint ${kilobytes(logAfterCheckpoint)}`;
}
