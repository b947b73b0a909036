import { SHORT_ITEMS } from "../answerBound.ts";
import { Type } from "typebox";
import { findProofs } from "../../store/trees/proofs/findProofs.ts";
import { inSteps } from "../../store/read/inSteps.ts";
import { PER_PATH, perPath } from "../cost.ts";
import { between, commaJoined } from "../../render/text.ts";
import { defineMethod, valueOf } from "../method.ts";
import { about, hash, list, MAX_PAGE, params, asBareList } from "../params.ts";
import {
  type AccountProofShape,
  LISTED_PROOF_V2,
  PROOF_V1,
} from "../proofs/accountProofShapes.ts";
import { assertDistinct, assertProvable } from "../proofs/refusals.ts";

const field = (i: number) => `hashes[${i}]`;

const define = (
  { schema, rules, render }: AccountProofShape,
  summary: string,
) =>
  defineMethod({
    summary,
    params: asBareList(
      params({
        hashes: about(
          list(hash, MAX_PAGE),
          "hashes of accounts; params may also be the bare list",
        ),
      }),
      "hashes",
    ),
    cost: {
      units: ({ hashes }) => perPath(hashes.length),
      description: PER_PATH,
    },
    bound: SHORT_ITEMS,
    result: valueOf(Type.Array(schema)),
    run: async (read, { hashes }) => {
      assertDistinct(hashes, field);
      const { slot, accounts } = await findProofs(read, hashes, []);
      assertProvable(accounts, { ...rules, field });
      const shown = await inSteps(accounts, (part) =>
        part.map(render).join(","),
      );
      return { slot, value: between("[", commaJoined(shown), "]") };
    },
  });

export const getMultipleCompressedAccountProofs = define(
  PROOF_V1,
  "The Merkle paths of accounts, in the order of the hashes.",
);
export const getMultipleCompressedAccountProofsV2 = define(
  LISTED_PROOF_V2,
  "The Merkle paths of unspent accounts, in the order of the hashes; no path for accounts that wait in an output queue.",
);
