import type { TSchema } from "typebox";
import type { AccountProof } from "../../store/trees/proofs/findAccountProofs.ts";
import { accountProof, accountProofV2 } from "./proofItems.ts";
import type { AccountRules } from "./refusals.ts";
import {
  renderAccountProof,
  renderAccountProofV2,
  renderListedProofV2,
} from "./renderProof.ts";

/** How a method answers with the Merkle path of an account, and which accounts it proves. */
export interface AccountProofShape {
  readonly schema: TSchema;
  readonly rules: Omit<AccountRules, "field">;
  readonly render: (proof: AccountProof) => string;
}

export const PROOF_V1: AccountProofShape = {
  schema: accountProof,
  rules: { queued: false, spentV1: true },
  render: renderAccountProof,
};
export const PROOF_V2: AccountProofShape = {
  schema: accountProofV2,
  rules: { queued: true, spentV1: false },
  render: renderAccountProofV2,
};
export const LISTED_PROOF_V2: AccountProofShape = {
  ...PROOF_V2,
  render: renderListedProofV2,
};
