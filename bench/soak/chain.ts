import { encodeBase58 } from "../../src/codecs/base58.ts";
import type { NodeBlock } from "../../test/node/simulatedNode.ts";
import { encodeChainLine } from "../../test/encoder/updates.ts";
import { makeHistory } from "../../test/model/history.ts";

export interface SoakChain {
  readonly blocks: readonly NodeBlock[];
  readonly owners: readonly string[];
  readonly mints: readonly string[];
  readonly addresses: readonly string[];
}

/** A chain that grows during the soak, and keys to request. */
export function makeSoakChain(blocks: number): SoakChain {
  const shape = { seed: 7, blocks, transactionsPerBlock: 10, keys: 60 };
  const { history, updates } = makeHistory(shape);
  return {
    blocks: updates.map(
      (update) => JSON.parse(encodeChainLine(update)) as NodeBlock,
    ),
    owners: history.keys.map(encodeBase58),
    mints: history.mints.map(encodeBase58),
    addresses: history.addresses.map(encodeBase58),
  };
}
