import {
  type CompressedProof,
  NoCircuit,
  ProverRefused,
  ProverUnavailable,
  type Statement,
} from "../../domain/prover.ts";
import type { Address } from "../../domain/values.ts";
import type { AccountProof } from "../../store/trees/proofs/findAccountProofs.ts";
import { RpcError } from "../errors.ts";
import type { Upstreams } from "../method.ts";
import type { UsableAddressProof } from "./refusals.ts";

/** The statement that these accounts exist and these addresses do not. */
export function statementOf(
  accounts: readonly AccountProof[],
  addresses: readonly Address[],
  absent: readonly UsableAddressProof[],
): Statement {
  return {
    accounts: accounts.map(({ tree, path }) => ({
      leaf: path.leaf,
      leafIndex: path.leafIndex,
      siblings: path.siblings,
      root: tree.root,
    })),
    addresses: absent.map(({ tree, low, path }, i) => ({
      address: addresses[i]!,
      low,
      siblings: path.siblings,
      root: tree.root,
    })),
  };
}

/** Requests a proof of the statement. Without a proof, the error gives the reason. */
export async function prove(
  statement: Statement,
  { prover, abandoned }: Upstreams,
): Promise<CompressedProof> {
  if (!prover)
    throw new RpcError("noProof", "this server has no prover (--prover-url)");
  try {
    return await prover.prove(statement, abandoned());
  } catch (cause) {
    if (cause instanceof NoCircuit)
      throw new RpcError("invalidParams", cause.message);
    if (cause instanceof ProverRefused)
      throw new RpcError("noProof", `the prover refuses: ${cause.message}`);
    if (cause instanceof ProverUnavailable)
      throw new RpcError("noProof", cause.message);
    throw cause;
  }
}

export function renderCompressedProof({ a, b, c }: CompressedProof): string {
  return `{"a":[${a.join(",")}],"b":[${b.join(",")}],"c":[${c.join(",")}]}`;
}
