import type { Hash, Slot } from "../../../domain/values.ts";
import { mapKey } from "../../../codecs/bytes.ts";
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
      (parts) =>
        readProofs(reading, { hashes, accounts: parts.flat(), addresses }),
    ),
  );
}

interface Asked {
  readonly hashes: readonly Hash[];
  /** Those with a hash that exists. */
  readonly accounts: readonly ProvableAccount[];
  readonly addresses: readonly AddressQuery[];
}

function readProofs(reading: Reading, asked: Asked): MaybePromise<FoundProofs> {
  const { hashes, accounts, addresses } = asked;
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
        accounts: inOrderOf(hashes, proofs.flat()),
        addresses: absentProofs.flat(),
      }));
    });
  });
}

function inOrderOf(
  hashes: readonly Hash[],
  proofs: readonly AccountProof[],
): (AccountProof | null)[] {
  const proofOf = new Map(
    proofs.map((proof) => [mapKey(proof.account.hash), proof]),
  );
  return hashes.map((hash) => proofOf.get(mapKey(hash)) ?? null);
}
