import { andThen } from "../../store/maybePromise.ts";
import { findProofs } from "../../store/trees/proofs/findProofs.ts";
import { ONE_PATH } from "../cost.ts";
import { defineMethod, valueOf } from "../method.ts";
import { about, hash, params } from "../params.ts";
import {
  type AccountProofShape,
  PROOF_V1,
  PROOF_V2,
} from "../proofs/accountProofShapes.ts";
import { assertProvable } from "../proofs/refusals.ts";

const define = (
  { schema, rules, render }: AccountProofShape,
  summary: string,
) =>
  defineMethod({
    summary,
    params: params({ hash: about(hash, "the account's hash") }),
    cost: ONE_PATH,
    result: valueOf(schema),
    run: (read, { hash }) =>
      andThen(findProofs(read, [hash], []), ({ slot, accounts }) => {
        assertProvable(accounts, { ...rules, field: () => "hash" });
        return { slot, value: render(accounts[0]!) };
      }),
  });

export const getCompressedAccountProof = define(
  PROOF_V1,
  "The Merkle path of an account, from its leaf to the root of its tree.",
);
export const getCompressedAccountProofV2 = define(
  PROOF_V2,
  "The Merkle path of an unspent account. For an account that waits in the output queue, the path of its future leaf.",
);
