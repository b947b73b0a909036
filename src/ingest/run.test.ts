import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Readable } from "node:stream";
import { type TestContext, test } from "node:test";
import { gunzipSync } from "node:zlib";
import { encodeBlock } from "../../test/encoder/block.ts";
import {
  calledBy,
  feeTransfer,
  instruction,
} from "../../test/encoder/groups.ts";
import { encodePublicTransactionEvent } from "../../test/encoder/loggedEvents.ts";
import {
  type NodeBlock,
  startSimulatedNode,
} from "../../test/node/simulatedNode.ts";
import { readJsonBlock } from "../codecs/blocks/jsonBlock.ts";
import { ACCOUNT_COMPRESSION, LIGHT_SYSTEM, NOOP } from "../codecs/programs.ts";
import { asSignature } from "../domain/values.ts";
import { openStore } from "../store/open.ts";
import { TreeLookup } from "./lookup.ts";
import { BATCH, readUpdates, runIngest, type Written } from "./run.ts";
import { openFileSource } from "./source/file/source.ts";
import { createJsonRpc } from "./source/node/jsonRpc.ts";
import { openRpcSource } from "./source/node/source.ts";
import type { BlockSource } from "./source/source.ts";
import { builtInTrees } from "./trees/builtInTrees.ts";
import { TreeBook } from "./trees/treeBook.ts";

const recorded = "fixtures/chains/programs-400.jsonl.gz";
const never = new AbortController().signal;

async function storeIn(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "tachyon-run-"));
  t.after(() => rm(folder, { recursive: true }));
  return join(folder, "store.db");
}

async function index(
  path: string,
  source: BlockSource,
  onProgress: (written: Written) => void,
  signal: AbortSignal,
  batch = BATCH,
): Promise<void> {
  const store = await openStore(`sqlite://${path}`, { write: true });
  const writer = store.writer!;
  const book = new TreeBook(builtInTrees);
  const lookup = new TreeLookup({
    book,
    accounts: null,
    save: (trees) => writer.addTrees(trees),
  });
  const parts = { source, writer, book, lookup, startAfter: 999, verify: true };
  try {
    await runIngest({ ...parts, onProgress, batch }, signal);
    // Which nodes of trees are left to be made depends on how blocks were batched.
    while (await writer.refreshTrees());
  } finally {
    await store.close();
  }
}

const nothing = (): void => undefined;

const TABLES = `select name from sqlite_schema where type = 'table' and name <> 'list_changes' order by 1`;

/** Every row of every table except the one about how rows were written. */
function contentOf(path: string): unknown {
  const db = new DatabaseSync(path, { readOnly: true });
  const names = db.prepare(TABLES).all();
  const tables = names.map(({ name }) => {
    const rows = db.prepare(`select * from "${String(name)}"`).all();
    return [name, rows.map((row) => Object.values(row).map(asText))];
  });
  db.close();
  return tables;
}

/** Comparing texts that differ takes assert no time; explaining how bytes differ takes it minutes and gigabytes. */
function asText(value: unknown): string {
  return value instanceof Uint8Array
    ? Buffer.from(value).toString("hex")
    : String(value);
}

test("a run that is stopped and started again leaves the same rows as one run", async (t) => {
  const whole = await storeIn(t);
  await index(whole, await openFileSource(recorded), nothing, never);

  const parts = await storeIn(t);
  const some = { ...BATCH, items: 3, waitMs: 60_000, longestMs: 60_000 };
  let runs = 0;
  for (let last = 0; last < 1020; runs++) {
    const stop = new AbortController();
    const onProgress = ({ slot }: Written): void => {
      last = slot;
      stop.abort();
    };
    const source = await openFileSource(recorded);
    await index(parts, source, onProgress, stop.signal, some);
  }
  assert.equal(runs, 7);
  assert.deepEqual(contentOf(parts), contentOf(whole));
});

test("a node with occasional failures gives the same rows as the recording", async (t) => {
  const whole = await storeIn(t);
  await index(whole, await openFileSource(recorded), nothing, never);

  const node = await startSimulatedNode({
    blocks: blocksOf(recorded),
    confirmed: 3,
    disturb: (_, call) => (call % 4 === 0 ? { status: 503 } : null),
  });
  t.after(() => node.close());
  const grow = setInterval(() => {
    node.confirm(2);
  }, 20);
  t.after(() => {
    clearInterval(grow);
  });
  const rpc = createJsonRpc(node.url);
  const quick = { pollMs: () => 5, firstPauseMs: 5 };
  const source = await openRpcSource(rpc, never, quick);
  const stop = new AbortController();
  const followed = await storeIn(t);
  const onProgress = ({ slot }: Written): void => {
    if (slot === 1020) stop.abort();
  };
  await index(followed, source, onProgress, stop.signal);
  assert.deepEqual(contentOf(followed), contentOf(whole));
});

function blocksOf(path: string): NodeBlock[] {
  const lines = gunzipSync(readFileSync(path)).toString().trim().split("\n");
  return lines.map((line) => JSON.parse(line) as NodeBlock);
}

test("written blocks, compression transactions and those set aside are reported", async (t) => {
  const totals = { blocks: 0, transactions: 0, setAside: 0 };
  const add = (written: Written): void => {
    totals.blocks += written.blocks;
    totals.transactions += written.transactions;
    totals.setAside += written.setAside;
  };
  const path = await storeIn(t);
  await index(path, await openFileSource(recorded), add, never);
  assert.deepEqual(totals, { blocks: 20, transactions: 377, setAside: 0 });
});

test("a forged event is reported with its slot", async () => {
  const forgery = calledBy(LIGHT_SYSTEM, [
    instruction(ACCOUNT_COMPRESSION, 1),
    feeTransfer(2),
    instruction(NOOP, 2, { data: encodePublicTransactionEvent({}) }),
  ]);
  const signature = asSignature(new Uint8Array(64).fill(5));
  const transactions = [{ signature, groups: [forgery] }];
  const block = readJsonBlock(7, encodeBlock({ slot: 7, transactions }));
  const book = new TreeBook();
  const save = () => Promise.resolve();
  const lookup = new TreeLookup({ book, accounts: null, save });
  const told: number[][] = [];
  const onForged = (...forged: number[]) => told.push(forged);
  const parts = { book, lookup, verify: false, onForged };
  const [update] = await Array.fromAsync(
    readUpdates(Readable.from([block]), parts, never),
  );
  assert.deepEqual(told, [[7, 1]]);
  assert.deepEqual(update!.transactions, []);
});
