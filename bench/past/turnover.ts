import type { Account, TokenData } from "../../src/domain/account.ts";
import { COMPRESSED_TOKEN } from "../../src/codecs/programs.ts";
import { TokenDiscriminator } from "../../src/codecs/accounts/token.ts";
import { NO_CHANGES, type StateUpdate } from "../../src/domain/update.ts";
import {
  type Address,
  asAddress,
  asHash,
  asSignature,
} from "../../src/domain/values.ts";
import { builtInTrees } from "../../src/ingest/trees/builtInTrees.ts";
import { TreeType } from "../../src/domain/tree.ts";
import { encodeTokenData } from "../../test/encoder/accounts.ts";
import { headerOf } from "../../test/encoder/block.ts";
import { keyBytes } from "../state/keys.ts";

const TREE = builtInTrees.find(({ type }) => type === TreeType.StateV1)!;
const A_BLOCK = 100;

export const MINT: Address = asAddress(keyBytes("mint", 1));
export const ownerOf = (index: number): Address =>
  asAddress(keyBytes("owner", index));

/** A mint whose owners each have one account, which is spent and made again with another amount in every round. */
export function* turnover(
  owners: number,
  rounds: number,
): Generator<StateUpdate> {
  const held: Account[] = [];
  let made = 0;
  let slot = 1;
  for (let round = 0; round < rounds; round++)
    for (let first = 0; first < owners; first += A_BLOCK) {
      const some = Math.min(A_BLOCK, owners - first);
      const transactions = Array.from({ length: some }, (_, i) => {
        const spent = held[first + i];
        const account = tokenOf(first + i, made++, amount(first + i, round));
        held[first + i] = account;
        return {
          ...NO_CHANGES,
          signature: asSignature(keyBytes("signature", made, 64)),
          created: [account],
          spent: spent ? [spent.hash] : [],
        };
      });
      yield { block: headerOf(slot++), transactions, others: [], setAside: [] };
    }
}

function amount(index: number, round: number): bigint {
  return 1n + BigInt(Math.imul(index * 7919 + round, 2654435761) >>> 0);
}

/** A token account of the owner with this number. `made` numbers the accounts. */
export function tokenOf(index: number, made: number, amount: bigint): Account {
  const data: TokenData = {
    mint: MINT,
    owner: ownerOf(index),
    amount,
    delegate: null,
    state: "initialized",
    tlv: null,
  };
  const hash = keyBytes("hash", made);
  hash[0] = 0xff; // no leaf of a tree, so that trees cost nothing
  return {
    hash: asHash(hash),
    address: null,
    owner: COMPRESSED_TOKEN,
    lamports: 0n,
    data: {
      discriminator: TokenDiscriminator.V1,
      data: encodeTokenData(data),
      dataHash: asHash(keyBytes("dataHash", made)),
    },
    ...{ tree: TREE.tree, queue: TREE.queue, treeType: TREE.type },
    ...{ leafIndex: made % 2 ** 26, seq: BigInt(made + 1) },
    token: data,
  };
}
