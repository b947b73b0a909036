import type { Hash, Slot } from "../../domain/values.ts";
import type { Reader } from "../reader.ts";
import { type AccountProof, accountProofs } from "./findAccountProofs.ts";
import {
  type AddressProof,
  addressProofs,
  type AddressQuery,
  type UnknownTree,
} from "./findAddressProofs.ts";
import { findMerkleTrees } from "./findMerkleTrees.ts";
import { oneSnapshot } from "./oneSnapshot.ts";

export interface FoundProofs {
  readonly slot: Slot;
  /** In the order of the hashes; null where no account has that hash. */
  readonly accounts: readonly (AccountProof | null)[];
  readonly addresses: readonly (AddressProof | UnknownTree)[];
}

/** Accounts and addresses as one state has them. */
export function findProofs(
  reader: Reader,
  hashes: readonly Hash[],
  addresses: readonly AddressQuery[],
): Promise<FoundProofs> {
  return oneSnapshot(reader, async (reading) => {
    const { slot } = await findMerkleTrees(reading, []);
    return {
      slot,
      accounts: await accountProofs(reading, hashes),
      addresses: await addressProofs(reading, addresses),
    };
  });
}
