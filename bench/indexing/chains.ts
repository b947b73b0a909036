import { createWriteStream, existsSync, mkdirSync, renameSync } from "node:fs";
import { dirname, join } from "node:path";
import { once } from "node:events";
import { encodeChainLine } from "../../test/encoder/updates.ts";
import { headerOf } from "../../test/encoder/block.ts";
import { readChain } from "../../test/encoder/recorded.ts";
import { type HashKind, TransferMaker } from "../state/transfers.ts";

export type ChainKind = "transfers" | "mainnet";
export type PreparedKind =
  ChainKind | "transfers without trees" | "small blocks";

interface ChainShape {
  readonly blocks: number;
  readonly transfersPerBlock: number;
  /** Transactions of a recorded mainnet block, without compression, in each block. */
  readonly others: boolean;
  readonly hashes?: HashKind;
}

export const SHAPES: Readonly<Record<PreparedKind, ChainShape>> = {
  transfers: {
    ...{ blocks: 200, transfersPerBlock: 200, others: false },
    hashes: "of contents",
  },
  "transfers without trees": {
    ...{ blocks: 200, transfersPerBlock: 200, others: false },
    hashes: "outside trees",
  },
  "small blocks": {
    ...{ blocks: 400, transfersPerBlock: 25, others: false },
    hashes: "of contents",
  },
  mainnet: { blocks: 60, transfersPerBlock: 12, others: true },
};

/** A recorded chain of this kind, generated once and kept. */
export async function prepareChain(kind: PreparedKind): Promise<string> {
  const name = kind.replaceAll(" ", "-");
  const path = join(import.meta.dirname, `../data/chain-3-${name}.jsonl`);
  if (existsSync(path)) return path;
  mkdirSync(dirname(path), { recursive: true });
  const file = createWriteStream(`${path}.part`);
  for (const line of chainLines(SHAPES[kind])) {
    if (!file.write(`${line}\n`)) await once(file, "drain");
  }
  file.end();
  await once(file, "close");
  renameSync(`${path}.part`, path);
  return path;
}

/** The lines of a recording. */
export function* chainLines(shape: ChainShape): Generator<string> {
  const maker = new TransferMaker(1, 0, shape.hashes);
  const others = shape.others
    ? readChain("block-254170887")[0]!.block.transactions
    : [];
  for (let slot = 1; slot <= shape.blocks; slot++) {
    const transactions = maker.transfers(shape.transfersPerBlock);
    const line = encodeChainLine({
      block: headerOf(slot),
      transactions,
      others: [],
      setAside: [],
    });
    yield others.length === 0 ? line : withOthers(line, others);
  }
}

function withOthers(line: string, others: readonly unknown[]): string {
  const parsed = JSON.parse(line) as { block: { transactions: unknown[] } };
  parsed.block.transactions.push(...others);
  return JSON.stringify(parsed);
}
