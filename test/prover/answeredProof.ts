// What a validity proof in an answer claims to prove, made from nothing but the answer.
import { decodeBase58 } from "../../src/codecs/base58.ts";
import type { CompressedProof } from "../../src/domain/prover.ts";
import { poseidonOfFields } from "../../src/codecs/hashing/poseidonOfFields.ts";
import { verifies } from "./groth16.ts";

interface WireProof {
  readonly a: readonly number[];
  readonly b: readonly number[];
  readonly c: readonly number[];
}

/** The parts of `getValidityProof`'s value that are needed here. */
export interface ProofAnswer {
  readonly compressedProof: WireProof;
  readonly roots: readonly string[];
  readonly leaves: readonly string[];
}

interface ProvenItem {
  readonly root: string;
  readonly rootIndex: unknown;
}

/** And of `getValidityProofV2`'s. */
export interface ProofAnswerV2 {
  readonly compressedProof: WireProof | null;
  readonly accounts: readonly (ProvenItem & {
    readonly hash: string;
    readonly rootIndex: { readonly proveByIndex: boolean };
    readonly merkleContext: { readonly treeType: number | bigint };
  })[];
  readonly addresses: readonly (ProvenItem & {
    readonly address: string;
    readonly merkleContext: { readonly treeType: number | bigint };
  })[];
}

/** A circuit and its public inputs. */
export interface Claim {
  readonly circuit: string;
  readonly inputs: readonly bigint[];
}

type Pair = readonly [root: bigint, leaf: bigint];

/** `accounts` says how many of the answer's entries are accounts; the version is that of the trees. */
export function claimOf(
  { roots, leaves }: Omit<ProofAnswer, "compressedProof">,
  accounts: number,
  version: 1 | 2,
): Claim {
  const pairs = roots.map((root, i): Pair => [
    numberOf(root),
    numberOf(leaves[i]!),
  ]);
  return claim(pairs.slice(0, accounts), pairs.slice(accounts), version);
}

/** Accounts in an output queue are not part of the proof; null if nothing is. */
export function claimOfV2(answer: ProofAnswerV2): Claim | null {
  const proven = answer.accounts.filter(
    ({ rootIndex }) => !rootIndex.proveByIndex,
  );
  const { addresses } = answer;
  const [first] = [...proven, ...addresses];
  if (!first) return null;
  return claim(
    proven.map(({ root, hash }) => [numberOf(root), numberOf(hash)]),
    addresses.map(({ root, address }) => [numberOf(root), numberOf(address)]),
    first.merkleContext.treeType > 2 ? 2 : 1,
  );
}

export function isProvenBy(
  { circuit, inputs }: Claim,
  proof: WireProof,
): boolean {
  return verifies(circuit, bytesOf(proof), inputs);
}

export function bytesOf({ a, b, c }: WireProof): CompressedProof {
  const bytes = (numbers: readonly (number | bigint)[]) =>
    Uint8Array.from(numbers, Number);
  return { a: bytes(a), b: bytes(b), c: bytes(c) };
}

/** As the verifying keys are named. */
export function circuitName(
  version: 1 | 2,
  accounts: number,
  addresses: number,
): string {
  const [state, address] = version === 1 ? [26, 26] : [32, 40];
  if (addresses === 0) return `inclusion_${state}_${accounts}`;
  if (accounts === 0) return `non_inclusion_${address}_${addresses}`;
  return `combined_${state}_${address}_${accounts}_${addresses}`;
}

function claim(
  accounts: readonly Pair[],
  addresses: readonly Pair[],
  version: 1 | 2,
): Claim {
  const circuit = circuitName(version, accounts.length, addresses.length);
  if (version === 2) {
    const chains = [accounts, addresses].filter((part) => part.length > 0);
    const hashes = chains.map(hashChain);
    return {
      circuit,
      inputs: hashes.length === 1 ? hashes : [poseidonOfFields(hashes)],
    };
  }
  const columns = [accounts, addresses].flatMap((part) => [
    ...part.map(([root]) => root),
    ...part.map(([, leaf]) => leaf),
  ]);
  return { circuit, inputs: columns };
}

function hashChain([first, ...rest]: readonly Pair[]): bigint {
  return rest.reduce(
    (sum, [root, leaf]) => poseidonOfFields([sum, root, leaf]),
    poseidonOfFields([...first!]),
  );
}

function numberOf(base58: string): bigint {
  const bytes = decodeBase58(base58, 32)!;
  return BigInt(`0x${Buffer.from(bytes).toString("hex")}`);
}
