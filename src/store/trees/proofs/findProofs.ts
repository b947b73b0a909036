import type { Hash, Slot } from "../../../domain/values.ts";
import { mapKey } from "../../../codecs/bytes.ts";
import type { Reading } from "../../connection.ts";
import { inSteps } from "../../read/inSteps.ts";
import type { Reader } from "../../reader.ts";
import { type AccountProof, accountProofs } from "./findAccountProofs.ts";
import {
  type AddressProof,
  addressProofs,
  type AddressQuery,
  type UnknownTree,
} from "./findAddressProofs.ts";
import { findMerkleTrees, treeLookup } from "../findMerkleTrees.ts";
import { findProvableAccounts } from "./findProvableAccounts.ts";
import { oneSnapshot } from "../oneSnapshot.ts";

export interface FoundProofs {
  readonly slot: Slot;
  /** In the order of the hashes; null if there is no account with a hash. */
  readonly accounts: readonly (AccountProof | null)[];
  readonly addresses: readonly (AddressProof | UnknownTree)[];
}

/** Reads the proofs of accounts and of addresses from one snapshot, many of them in steps. */
export function findProofs(
  reader: Reader,
  hashes: readonly Hash[],
  addresses: readonly AddressQuery[],
): Promise<FoundProofs> {
  return oneSnapshot(reader, hashes.length + addresses.length, (reading) =>
    readProofs(reading, hashes, addresses),
  );
}

async function readProofs(
  reading: Reading,
  hashes: readonly Hash[],
  addresses: readonly AddressQuery[],
): Promise<FoundProofs> {
  const parts = await inSteps(hashes, (part) =>
    findProvableAccounts(reading, part),
  );
  const accounts = parts.flat();
  const keys = [
    ...accounts.map(({ tree }) => tree),
    ...addresses.map(({ tree }) => tree),
  ];
  const distinct = new Map(keys.map((key) => [mapKey(key), key])).values();
  const { slot, trees } = await findMerkleTrees(reading, [...distinct]);
  const treeOf = treeLookup(trees);
  const found = await inSteps(accounts, (part) =>
    accountProofs(reading, part, treeOf),
  );
  const proofOf = new Map(
    found.flat().map((proof) => [mapKey(proof.account.hash), proof]),
  );
  const absent = await inSteps(addresses, (part) =>
    addressProofs(reading, part, treeOf),
  );
  return {
    slot,
    accounts: hashes.map((hash) => proofOf.get(mapKey(hash)) ?? null),
    addresses: absent.flat(),
  };
}
