import { SHORT_ITEMS } from "../answerBound.ts";
import { Type } from "typebox";
import type { AddressQuery } from "../../store/trees/proofs/findAddressProofs.ts";
import { findProofs } from "../../store/trees/proofs/findProofs.ts";
import { inSteps } from "../../store/read/inSteps.ts";
import type { Reader } from "../../store/reader.ts";
import { type Cost, PER_PATH, perPath } from "../cost.ts";
import { between, commaJoined } from "../../render/text.ts";
import { defineMethod, valueOf } from "../method.ts";
import {
  about,
  address,
  asBareList,
  list,
  MAX_PAGE,
  params,
} from "../params.ts";
import { isObject } from "../field.ts";
import { addressInTree, FIRST_ADDRESS_TREE } from "../proofs/addressTrees.ts";
import { newAddressProof } from "../proofs/proofItems.ts";
import { assertNew, refuse } from "../proofs/refusals.ts";
import { renderAddressProof } from "../proofs/renderProof.ts";

const result = valueOf(Type.Array(newAddressProof));

const listOfPairs = asBareList(
  params({
    addresses: about(
      list(addressInTree, MAX_PAGE),
      "addresses and their trees; params may also be the bare list",
    ),
  }),
  "addresses",
);
/** An array of one object is parsed as that object; here it is a list with one element. */
const ofPairs: typeof listOfPairs = {
  ...listOfPairs,
  parse: (given) =>
    listOfPairs.parse(isObject(given) && "tree" in given ? [given] : given),
};

const cost: Cost<{ readonly addresses: readonly unknown[] }> = {
  units: ({ addresses }) => perPath(addresses.length),
  description: PER_PATH,
};

async function run(read: Reader, addresses: readonly AddressQuery[]) {
  if (addresses.length === 0)
    throw refuse("addresses", "at least one is required");
  const found = await findProofs(read, [], addresses);
  assertNew(found.addresses, (i) => `addresses[${i}]`);
  const pairs = found.addresses.map(
    (proof, i) => [addresses[i]!.address, proof] as const,
  );
  const shown = await inSteps(pairs, (part) =>
    part
      .map(([address, proof]) => renderAddressProof(address, proof))
      .join(","),
  );
  return { slot: found.slot, value: between("[", commaJoined(shown), "]") };
}

export const getMultipleNewAddressProofs = defineMethod({
  summary:
    "Proofs that addresses are not yet in the first V1 address tree, in the order of the addresses.",
  params: asBareList(
    params({
      addresses: about(
        list(address, MAX_PAGE),
        "the addresses; params may also be the bare list",
      ),
    }),
    "addresses",
  ),
  cost,
  bound: SHORT_ITEMS,
  result,
  run: (read, { addresses }) =>
    run(
      read,
      addresses.map((address) => ({ address, tree: FIRST_ADDRESS_TREE })),
    ),
});

export const getMultipleNewAddressProofsV2 = defineMethod({
  summary:
    "Proofs that addresses are not yet in their trees, in the order of the addresses.",
  params: ofPairs,
  cost,
  bound: SHORT_ITEMS,
  result,
  run: (read, { addresses }) => run(read, addresses),
});
