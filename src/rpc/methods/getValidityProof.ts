import { SHORT_ITEMS } from "../answerBound.ts";
import type { Hash } from "../../domain/values.ts";
import type { AccountProof } from "../../store/trees/proofs/findAccountProofs.ts";
import type { AddressQuery } from "../../store/trees/proofs/findAddressProofs.ts";
import { findProofs } from "../../store/trees/proofs/findProofs.ts";
import { closed, slot } from "../schemas.ts";
import { type Cost, PROVEN, proven } from "../cost.ts";
import { defineMethod, textAtSlot } from "../method.ts";
import {
  about,
  address,
  hash,
  list,
  MAX_PAGE,
  optional,
  params,
} from "../params.ts";
import { addressInTree, FIRST_ADDRESS_TREE } from "../proofs/addressTrees.ts";
import { validityProof, validityProofV2 } from "../proofs/proofItems.ts";
import {
  prove,
  renderCompressedProof,
  statementOf,
} from "../proofs/provenStatement.ts";
import {
  assertDistinct,
  assertNew,
  assertProvable,
  refuse,
  type UsableAddressProof,
} from "../proofs/refusals.ts";
import {
  renderHashes,
  renderProvenAccountV2,
  renderProvenAddressV2,
} from "../proofs/renderProof.ts";
import { rootIndex } from "../proofs/rootIndex.ts";

const resultOf = (value: typeof validityProof) =>
  textAtSlot(closed({ value, context: closed({ slot }) }));
const withTrees = optional(
  about(list(addressInTree, MAX_PAGE), "new addresses and their trees"),
);
const hashes = optional(about(list(hash, MAX_PAGE), "hashes of accounts"));
const accountField = (i: number) => `hashes[${i}]`;

type Listed = readonly unknown[] | null;
const cost: Cost<{
  readonly hashes: Listed;
  readonly newAddresses?: Listed;
  readonly newAddressesWithTrees: Listed;
}> = {
  units: ({ hashes, newAddresses, newAddressesWithTrees }) =>
    proven(
      [hashes, newAddresses, newAddressesWithTrees]
        .map((list) => list?.length ?? 0)
        .reduce((a, b) => a + b),
    ),
  description: PROVEN,
};

export const getValidityProof = defineMethod({
  summary:
    "A zero-knowledge proof that accounts are in their trees and that addresses are not yet in theirs.",
  params: params({
    hashes,
    newAddresses: optional(
      about(
        list(address, MAX_PAGE),
        "new addresses for the first V1 address tree",
      ),
    ),
    newAddressesWithTrees: withTrees,
  }),
  cost,
  bound: SHORT_ITEMS,
  result: resultOf(validityProof),
  run: async (read, given, upstreams) => {
    const hashes = given.hashes ?? [];
    const { field, addresses } = addressesOf(given);
    if (hashes.length + addresses.length === 0)
      throw refuse(
        "hashes, newAddresses, newAddressesWithTrees",
        "at least one is required",
      );
    assertDistinct(hashes, accountField);
    const found = await findProofs(read, hashes, addresses);
    const { accounts, addresses: absent } = found;
    const rules = { queued: false, spentV1: false, field: accountField };
    assertProvable(accounts, rules);
    assertNew(absent, field);
    const rendered = renderColumns(accounts, addresses, absent);
    const proven = addresses.map(({ address }) => address);
    const statement = statementOf(accounts, proven, absent);
    const proof = renderCompressedProof(await prove(statement, upstreams));
    const { slot } = found;
    const text = `{"value":{"compressedProof":${proof},${rendered}},"context":{"slot":${slot}}}`;
    return { slot, text };
  },
});

export const getValidityProofV2 = defineMethod({
  summary:
    "A zero-knowledge proof that accounts are in their trees and that addresses are not yet in theirs; accounts that wait in an output queue need no proof.",
  params: params({ hashes, newAddressesWithTrees: withTrees }),
  cost,
  bound: SHORT_ITEMS,
  result: resultOf(validityProofV2),
  run: async (read, given, upstreams) => {
    const hashes = given.hashes ?? [];
    const addresses = given.newAddressesWithTrees ?? [];
    if (hashes.length + addresses.length === 0) return NOTHING_ASKED;
    assertDistinct(hashes, accountField);
    const found = await findProofs(read, hashes, addresses);
    const { slot, accounts, addresses: absent } = found;
    const rules = { queued: true, spentV1: false, field: accountField };
    assertProvable(accounts, rules);
    assertNew(absent, withTreeField);
    const shown = {
      accounts: accounts.map(renderProvenAccountV2),
      addresses: absent.map((proof, i) =>
        renderProvenAddressV2(addresses[i]!.address, proof),
      ),
    };
    const inTree = accounts.filter(({ inOutputQueue }) => !inOutputQueue);
    const proven = addresses.map(({ address }) => address);
    const proof =
      inTree.length + absent.length === 0
        ? "null"
        : renderCompressedProof(
            await prove(statementOf(inTree, proven, absent), upstreams),
          );
    const text = `{"value":{"compressedProof":${proof},"accounts":[${shown.accounts.join(",")}],"addresses":[${shown.addresses.join(",")}]},"context":{"slot":${slot}}}`;
    return { slot, text };
  },
});

/** As in the reference, which reads nothing in this case, not even the slot. */
const NOTHING_ASKED = {
  slot: null,
  text: '{"value":{"compressedProof":null,"accounts":[],"addresses":[]},"context":{"slot":0}}',
};

const withTreeField = (i: number) => `newAddressesWithTrees[${i}]`;

interface Given {
  readonly hashes: readonly Hash[] | null;
  readonly newAddresses: readonly AddressQuery["address"][] | null;
  readonly newAddressesWithTrees: readonly AddressQuery[] | null;
}

/** The addresses, and the field that errors name. */
function addressesOf({ newAddresses, newAddressesWithTrees }: Given) {
  const bare = newAddresses ?? [];
  const placed = newAddressesWithTrees ?? [];
  if (bare.length > 0 && placed.length > 0)
    throw refuse(
      "newAddresses, newAddressesWithTrees",
      "only one of the two may be given",
    );
  if (bare.length === 0) return { field: withTreeField, addresses: placed };
  return {
    field: (i: number) => `newAddresses[${i}]`,
    addresses: bare.map((address) => ({ address, tree: FIRST_ADDRESS_TREE })),
  };
}

/** Accounts come first, then addresses; the leaf index of an address is that of the next lower element. */
function renderColumns(
  accounts: readonly AccountProof[],
  addresses: readonly AddressQuery[],
  absent: readonly UsableAddressProof[],
): string {
  const both = [...accounts, ...absent];
  const trees = both.map(({ tree }) => tree);
  const leaves = [
    ...accounts.map(({ path }) => path.leaf),
    ...addresses.map(({ address }) => address),
  ];
  return [
    `"roots":${renderHashes(trees.map(({ root }) => root))}`,
    `"rootIndices":[${trees.map(rootIndex).join(",")}]`,
    `"leafIndices":[${both.map(({ path }) => path.leafIndex).join(",")}]`,
    `"leaves":${renderHashes(leaves)}`,
    `"merkleTrees":${renderHashes(trees.map(({ tree }) => tree))}`,
  ].join(",");
}
