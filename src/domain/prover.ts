import type { Address, Hash } from "./values.ts";

/** An account to prove the inclusion of: a leaf of a tree. */
export interface ProvenAccount {
  readonly leaf: Hash;
  readonly leafIndex: number;
  /** The leaf's sibling first. */
  readonly siblings: readonly Hash[];
  readonly root: Hash;
}

/** An address to prove the absence of: it lies between the value and the next value of the `low` element. */
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

/** The statement of one proof: at least one account or address. */
export interface Statement {
  readonly accounts: readonly ProvenAccount[];
  readonly addresses: readonly ProvenAddress[];
}

/** A Groth16 proof as the on-chain programs expect it: points of 32, 64 and 32 bytes. */
export interface CompressedProof {
  readonly a: Uint8Array;
  readonly b: Uint8Array;
  readonly c: Uint8Array;
}

/** No circuit proves a statement of this size or mix of trees. */
export class NoCircuit extends Error {
  override readonly name = "NoCircuit";
}

/** The prover did not answer, so whether the statement holds is unknown. */
export class ProverUnavailable extends Error {
  override readonly name = "ProverUnavailable";
}

/** The prover rejected the statement. */
export class ProverRefused extends Error {
  override readonly name = "ProverRefused";
}

export interface Prover {
  /** Throws one of the three errors above. Aborting the signal removes the call from the queue. */
  prove(statement: Statement, signal: AbortSignal): Promise<CompressedProof>;
}
