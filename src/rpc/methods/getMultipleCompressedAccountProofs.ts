import { Type, type TSchema } from "typebox";
import type { AccountProof } from "../../store/trees/findAccountProofs.ts";
import { findProofs } from "../../store/trees/findProofs.ts";
import { defineMethod, valueOf } from "../method.ts";
import { about, hash, list, MAX_PAGE, params, asBareList } from "../params.ts";
import { accountProof, accountProofV2 } from "../proofs/proofItems.ts";
import {
  type AccountRules,
  assertDistinct,
  assertProvable,
} from "../proofs/refusals.ts";
import {
  renderAccountProof,
  renderListedProofV2,
} from "../proofs/renderProof.ts";

interface Shape {
  readonly schema: TSchema;
  readonly rules: Omit<AccountRules, "field">;
  readonly render: (proof: AccountProof) => string;
}

const field = (i: number) => `hashes[${i}]`;

const define = ({ schema, rules, render }: Shape, summary: string) =>
  defineMethod({
    summary,
    params: asBareList(
      params({
        hashes: about(
          list(hash, MAX_PAGE),
          "hashes of accounts; they may also be sent bare",
        ),
      }),
      "hashes",
    ),
    result: valueOf(Type.Array(schema)),
    run: async (read, { hashes }) => {
      assertDistinct(hashes, field);
      const { slot, accounts } = await findProofs(read, hashes, []);
      assertProvable(accounts, { ...rules, field });
      return { slot, value: `[${accounts.map(render).join(",")}]` };
    },
  });

export const getMultipleCompressedAccountProofs = define(
  {
    schema: accountProof,
    rules: { queued: false, spentV1: true },
    render: renderAccountProof,
  },
  "The Merkle paths of accounts, in the order asked for.",
);
export const getMultipleCompressedAccountProofsV2 = define(
  {
    schema: accountProofV2,
    rules: { queued: true, spentV1: false },
    render: renderListedProofV2,
  },
  "The Merkle paths of unspent accounts, in the order asked for; no path for those that wait in an output queue.",
);
