import { ITEMS } from "../answerBound.ts";
import { asciiJson } from "../../codecs/asciiJson.ts";
import { type AccountShape, v1, v2 } from "../interfaces/accountShape.ts";
import { askChain } from "../interfaces/askChain.ts";
import {
  withoutNullifier,
  renderCompressionInfo,
  type RenderSpent,
  withNullifier,
} from "../interfaces/compressionInfo.ts";
import { TRANSACTION } from "../cost.ts";
import { transactionWithInfo, transactionWithInfoV2 } from "../items.ts";
import { defineMethod, textOf } from "../method.ts";
import { about, params, signature } from "../params.ts";

const NOTHING = '{"closedAccounts":[],"openedAccounts":[]}';

const define = (
  result: typeof transactionWithInfo,
  shape: AccountShape,
  renderSpent: RenderSpent,
  summary: string,
) =>
  defineMethod({
    summary,
    params: params({
      signature: about(signature, "the transaction's signature"),
    }),
    cost: TRANSACTION,
    bound: ITEMS,
    result: textOf(result),
    run: async (read, { signature }, { chain }) => {
      const found = await askChain(chain, (on) =>
        on.findTransaction(signature),
      );
      const info = found
        ? await renderCompressionInfo(read, found, shape, renderSpent)
        : NOTHING;
      return `{"transaction":${asciiJson(found?.json ?? "null")},"compressionInfo":${info}}`;
    },
  });

export const getTransactionWithCompressionInfo = define(
  transactionWithInfo,
  v1,
  withoutNullifier,
  "A transaction, the accounts it spent and the accounts it created; null when there is no such transaction.",
);
export const getTransactionWithCompressionInfoV2 = define(
  transactionWithInfoV2,
  v2,
  withNullifier,
  "A transaction, the accounts it spent with their nullifiers and the accounts it created; null when there is no such transaction.",
);
