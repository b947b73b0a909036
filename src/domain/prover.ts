import type { Address, Hash } from "./values.ts";

/** An account that is a leaf of a tree, for a zero-knowledge proof that it is. */
export interface ProvenAccount {
  readonly leaf: Hash;
  readonly leafIndex: number;
  /** The leaf's sibling first. */
  readonly siblings: readonly Hash[];
  readonly root: Hash;
}

/** An address that is not in a tree: the element before it says which one follows. */
export interface ProvenAddress {
  readonly address: Address;
  readonly low: {
    readonly leafIndex: number;
    readonly value: Address;
    readonly nextIndex: number;
    readonly nextValue: Address;
  };
  readonly siblings: readonly Hash[];
  readonly root: Hash;
}

/** What one proof is about; at least one account or address. */
export interface Statement {
  readonly accounts: readonly ProvenAccount[];
  readonly addresses: readonly ProvenAddress[];
}

/** A Groth16 proof as the programs on chain take it: points of 32, 64 and 32 bytes. */
export interface CompressedProof {
  readonly a: Uint8Array;
  readonly b: Uint8Array;
  readonly c: Uint8Array;
}

/** No circuit proves a statement of this size or mix of trees. */
export class NoCircuit extends Error {
  override readonly name = "NoCircuit";
}

/** The prover gave no proof, which says nothing about the statement. */
export class ProverUnavailable extends Error {
  override readonly name = "ProverUnavailable";
}

/** The prover looked at the statement and refused it. */
export class ProverRefused extends Error {
  override readonly name = "ProverRefused";
}

export interface Prover {
  /** Throws one of the three errors above. An aborted signal gives up the caller's place in the queue. */
  prove(statement: Statement, signal: AbortSignal): Promise<CompressedProof>;
}
