import type { Hash, Slot } from "../../domain/values.ts";
import { findAccounts } from "../read/findAccounts.ts";
import type { Reader } from "../reader.ts";
import { type AccountProof, accountProofs } from "./findAccountProofs.ts";
import {
  type AddressProof,
  addressProofs,
  type AddressQuery,
  type UnknownTree,
} from "./findAddressProofs.ts";
import { findMerkleTrees, treeLookup } from "./findMerkleTrees.ts";
import { oneSnapshot } from "./oneSnapshot.ts";

export interface FoundProofs {
  readonly slot: Slot;
  /** In the order of the hashes; null if there is no account with a hash. */
  readonly accounts: readonly (AccountProof | null)[];
  readonly addresses: readonly (AddressProof | UnknownTree)[];
}

/** Reads the proofs of accounts and of addresses from one snapshot. */
export function findProofs(
  reader: Reader,
  hashes: readonly Hash[],
  addresses: readonly AddressQuery[],
): Promise<FoundProofs> {
  return oneSnapshot(reader, async (reading) => {
    const { accounts } =
      hashes.length > 0
        ? await findAccounts(reading, { hashes, spentToo: true })
        : { accounts: [] };
    const { slot, trees } = await findMerkleTrees(reading, [
      ...accounts.map(({ account }) => account.tree),
      ...addresses.map(({ tree }) => tree),
    ]);
    const treeOf = treeLookup(trees);
    return {
      slot,
      accounts: await accountProofs(reading, hashes, accounts, treeOf),
      addresses: await addressProofs(reading, addresses, treeOf),
    };
  });
}
