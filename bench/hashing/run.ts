import { poseidonOfFields } from "../../src/codecs/hashing/poseidonOfFields.ts";
import { accountHash } from "../../src/codecs/hashing/accountHash.ts";
import { hashPairs } from "../../src/codecs/hashing/hashPairs.ts";
import { poseidon } from "../../src/codecs/hashing/poseidon.ts";
import { asAddress, asHash } from "../../src/domain/values.ts";
import { TreeType } from "../../src/domain/tree.ts";
import { median } from "../report/median.ts";

export interface HashingRow {
  readonly name: string;
  readonly perSecond: number;
}

const PAIRS = 512;
const ROUNDS = 9;

/** Hashes per second on one thread: pairs of a level, single pairs, accounts, and pairs in big integers. */
export function runHashing(): HashingRow[] {
  const level = Uint8Array.from({ length: 64 * PAIRS }, (_, i) =>
    i % 32 === 0 ? 0 : (i * 7919) & 255,
  );
  const pairs = Array.from({ length: PAIRS }, (_, i) => [
    level.subarray(64 * i, 64 * i + 32),
    level.subarray(64 * i + 32, 64 * i + 64),
  ]);
  const account = {
    owner: asAddress(level.slice(0, 32)),
    tree: asAddress(level.slice(32, 64)),
    treeType: TreeType.StateV2,
    lamports: 1n,
    address: asAddress(level.slice(64, 96)),
    data: {
      discriminator: 2n,
      data: new Uint8Array(0),
      dataHash: asHash(level.slice(96, 128)),
    },
  };
  return [
    measure("pairs of a level", PAIRS, () => hashPairs(level)),
    measure("pairs one by one", PAIRS, () => {
      for (const pair of pairs) poseidon(...pair);
    }),
    measure("accounts", 100, () => {
      for (let leafIndex = 0; leafIndex < 100; leafIndex++)
        accountHash({ ...account, leafIndex });
    }),
    measure("pairs in big integers", 50, () => {
      for (let i = 0n; i < 50n; i++) poseidonOfFields([i, i]);
    }),
  ];
}

function measure(name: string, count: number, run: () => unknown): HashingRow {
  for (let i = 0; i < ROUNDS; i++) run();
  const rates = Array.from({ length: ROUNDS }, () => {
    const started = performance.now();
    run();
    return (count / (performance.now() - started)) * 1000;
  });
  return { name, perSecond: median(rates) };
}
