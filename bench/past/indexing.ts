import { statSync } from "node:fs";
import type { HistoryKept } from "../../src/domain/historyKept.ts";
import type { StateUpdate } from "../../src/domain/update.ts";
import { openStore, sqlitePath } from "../../src/store/open.ts";
import type { Reader } from "../../src/store/reader.ts";
import { headerOf } from "../../test/encoder/block.ts";
import { median } from "../report/median.ts";
import { TransferMaker } from "../state/transfers.ts";
import { apply, blocksEach } from "../state/apply.ts";
import { processorMs } from "./processorTime.ts";

const BLOCKS = 2_000;
const TRANSFERS_OF_A_BLOCK = 15;
/** In turns, because other work on the machine comes and goes. */
const ROUNDS = 3;

/** With half of the chain, rows are also removed, as they are on a chain that is older than a day. */
const KEPT: readonly (readonly [string, HistoryKept])[] = [
  ["none", { slots: 0 }],
  ["half of the chain", { slots: BLOCKS / 2 }],
  ["all", "all"],
];

interface Cost {
  /** CPU microseconds and bytes of a transaction. */
  readonly micros: number;
  readonly bytes: number;
}

export async function measureIndexing(
  newStore: () => Promise<string>,
  print: (line: string) => void,
): Promise<void> {
  const costs = new Map<string, Cost[]>(KEPT.map(([name]) => [name, []]));
  for (let round = 0; round < ROUNDS; round++)
    for (const [name, kept] of KEPT)
      costs.get(name)!.push(await indexOnce(await newStore(), kept));
  const of = (name: string, value: keyof Cost) =>
    median(costs.get(name)!.map((cost) => cost[value]));
  for (const [name] of KEPT) {
    const [micros, bytes] = [of(name, "micros"), of(name, "bytes")];
    const rate = of("none", "micros") / micros;
    const disk = bytes / of("none", "bytes");
    print(
      `indexing, history ${name}: ${micros.toFixed(0)} µs of processor time a transfer, ${rate.toFixed(2)} of the rate with none; ${bytes.toFixed(0)} bytes, ${disk.toFixed(2)} of none`,
    );
  }
}

async function indexOnce(url: string, history: HistoryKept): Promise<Cost> {
  const store = await openStore(url, { write: true, history });
  const started = await processorMs(store.reader);
  const transactions = await apply(store.writer!, transfers(), blocksEach(10));
  const ms = (await processorMs(store.reader)) - started;
  const database = await databaseSize(store.reader);
  await store.close(); // moves what is in SQLite's log to the file
  const size = database ?? statSync(sqlitePath(url)).size;
  return { micros: (1000 * ms) / transactions, bytes: size / transactions };
}

/** Null on SQLite. */
async function databaseSize(read: Reader): Promise<number | null> {
  if (read.dialect.name === "sqlite") return null;
  const [row] = await read.all(
    "select pg_database_size(current_database())",
    [],
  );
  return Number(row![0]);
}

function* transfers(): Generator<StateUpdate> {
  const maker = new TransferMaker(1, 0, "outside trees");
  for (let slot = 1; slot <= BLOCKS; slot++)
    yield {
      block: headerOf(slot),
      transactions: maker.transfers(TRANSFERS_OF_A_BLOCK),
      others: [],
      setAside: [],
    };
}
