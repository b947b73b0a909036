import type { TSchema } from "typebox";
import type { AccountProof } from "../../store/trees/findAccountProofs.ts";
import { findProofs } from "../../store/trees/findProofs.ts";
import { defineMethod, valueOf } from "../method.ts";
import { about, hash, params } from "../params.ts";
import { accountProof, accountProofV2 } from "../proofs/proofItems.ts";
import { type AccountRules, assertProvable } from "../proofs/refusals.ts";
import {
  renderAccountProof,
  renderAccountProofV2,
} from "../proofs/renderProof.ts";

interface Shape {
  readonly schema: TSchema;
  readonly rules: Omit<AccountRules, "field">;
  readonly render: (proof: AccountProof) => string;
}

const define = ({ schema, rules, render }: Shape, summary: string) =>
  defineMethod({
    summary,
    params: params({ hash: about(hash, "the account's hash") }),
    result: valueOf(schema),
    run: async (read, { hash }) => {
      const { slot, accounts } = await findProofs(read, [hash], []);
      assertProvable(accounts, { ...rules, field: () => "hash" });
      return { slot, value: render(accounts[0]!) };
    },
  });

export const getCompressedAccountProof = define(
  {
    schema: accountProof,
    rules: { queued: false, spentV1: true },
    render: renderAccountProof,
  },
  "The Merkle path of an account, from its leaf to the root of its tree.",
);
export const getCompressedAccountProofV2 = define(
  {
    schema: accountProofV2,
    rules: { queued: true, spentV1: false },
    render: renderAccountProofV2,
  },
  "The Merkle path of an unspent account; of one that waits in the output queue, the path of its place in the tree.",
);
