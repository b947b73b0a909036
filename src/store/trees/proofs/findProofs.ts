import type { Hash, Slot } from "../../../domain/values.ts";
import type { Reading } from "../../connection.ts";
import { andThen, type MaybePromise } from "../../maybePromise.ts";
import { inSteps } from "../../read/inSteps.ts";
import type { Reader } from "../../reader.ts";
import { type AccountProof, accountProofs } from "./findAccountProofs.ts";
import {
  type AddressProof,
  addressProofs,
  type AddressQuery,
  type UnknownTree,
} from "./findAddressProofs.ts";
import { lookUpTrees } from "../findMerkleTrees.ts";
import {
  findProvableAccounts,
  type ProvableAccount,
} from "./findProvableAccounts.ts";
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
): MaybePromise<FoundProofs> {
  return oneSnapshot(reader, hashes.length + addresses.length, (reading) =>
    andThen(
      inSteps(hashes, (part) => findProvableAccounts(reading, part)),
      (parts) => readProofs(reading, { accounts: parts.flat(), addresses }),
    ),
  );
}

interface Asked {
  /** Null for a hash that no account has. */
  readonly accounts: readonly (ProvableAccount | null)[];
  readonly addresses: readonly AddressQuery[];
}

function readProofs(reading: Reading, asked: Asked): MaybePromise<FoundProofs> {
  const { addresses } = asked;
  const accounts = asked.accounts.filter((account) => account !== null);
  const keys = [...accounts, ...addresses].map(({ tree }) => tree);
  return andThen(lookUpTrees(reading, keys), ({ slot, treeOf }) => {
    const proven = inSteps(accounts, (part) =>
      accountProofs(reading, part, treeOf),
    );
    return andThen(proven, (proofs) => {
      const absent = inSteps(addresses, (part) =>
        addressProofs(reading, part, treeOf),
      );
      return andThen(absent, (absentProofs) => ({
        slot,
        accounts: inPlaces(asked.accounts, proofs.flat()),
        addresses: absentProofs.flat(),
      }));
    });
  });
}

/** The proofs in the places of their accounts, null in the others. */
function inPlaces(
  accounts: readonly (ProvableAccount | null)[],
  proofs: readonly AccountProof[],
): (AccountProof | null)[] {
  let next = 0;
  return accounts.map((account) => account && proofs[next++]!);
}
