import { poseidon } from "../codecs/hashing/poseidon.ts";
import type {
  ProvenAccount,
  ProvenAddress,
  Statement,
} from "../domain/prover.ts";
import type { Hash } from "../domain/values.ts";
import { circuitOf } from "./circuit.ts";

/** The body of `POST /prove`. Equal statements have equal bodies. */
export function proveRequest(statement: Statement): string {
  const circuit = circuitOf(statement);
  const { accounts, addresses } = statement;
  return JSON.stringify({
    circuitType: circuit.type,
    ...(accounts.length > 0 && {
      stateTreeHeight: circuit.stateTreeHeight,
      inputCompressedAccounts: accounts.map(accountInput),
    }),
    ...(addresses.length > 0 && {
      addressTreeHeight: circuit.addressTreeHeight,
      newAddresses: addresses.map(addressInput),
    }),
    ...(circuit.version === 2 && {
      publicInputHash: hex(publicInputHash(statement)),
    }),
  });
}

function accountInput({ root, leafIndex, siblings, leaf }: ProvenAccount) {
  return {
    root: hex(root),
    pathIndex: leafIndex,
    pathElements: siblings.map(hex),
    leaf: hex(leaf),
  };
}

function addressInput({ root, address, low, siblings }: ProvenAddress) {
  return {
    root: hex(root),
    value: hex(address),
    pathIndex: low.leafIndex,
    pathElements: siblings.map(hex),
    leafLowerRangeValue: hex(low.value),
    leafHigherRangeValue: hex(low.nextValue),
    nextIndex: low.nextIndex,
  };
}

/** V2 circuits have one public input, a hash of all roots, leaves and addresses. V1 circuits take them individually. */
function publicInputHash({ accounts, addresses }: Statement): Hash {
  const parts = [
    accounts.map(({ root, leaf }) => [root, leaf] as const),
    addresses.map(({ root, address }) => [root, address] as const),
  ].filter((pairs) => pairs.length > 0);
  const [first, second] = parts.map(hashChain);
  return second ? poseidon(first!, second) : first!;
}

function hashChain(
  pairs: readonly (readonly [root: Uint8Array, leaf: Uint8Array])[],
): Hash {
  const [[root, leaf], ...rest] = pairs as [
    (typeof pairs)[0],
    ...(typeof pairs)[0][],
  ];
  return rest.reduce(
    (chain, [root, leaf]) => poseidon(chain, root, leaf),
    poseidon(root, leaf),
  );
}

function hex(bytes: Uint8Array): string {
  return `0x${Buffer.from(bytes).toString("hex")}`;
}
