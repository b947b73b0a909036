import type { SubscribeUpdateTransactionInfo } from "@triton-one/yellowstone-grpc";
import type { Address } from "../../src/domain/values.ts";
import type { TransactionContent } from "./block.ts";
import { compileMessage } from "./message.ts";

/** A transaction as Yellowstone sends it, and all keys it refers to. */
export function encodeGrpcTransaction(content: TransactionContent): {
  keys: readonly Address[];
  info: Omit<SubscribeUpdateTransactionInfo, "index">;
} {
  const { signature, groups, lookups = false } = content;
  const message = compileMessage(groups, lookups);
  const bytes = (indexes: readonly number[]) => Buffer.from(indexes);
  const inner = groups.map((group, index) => ({
    index,
    instructions: group.slice(1).map((call) => ({
      programIdIndex: message.indexOf(call.program),
      accounts: bytes(call.accounts.map(message.indexOf)),
      data: call.data,
      ...(call.stackHeight !== null && { stackHeight: call.stackHeight }),
    })),
  }));
  return {
    keys: [...message.staticKeys, ...message.writable, ...message.readonly],
    info: {
      signature,
      isVote: false,
      transaction: {
        signatures: [signature],
        message: {
          header: undefined,
          accountKeys: [...message.staticKeys],
          recentBlockhash: new Uint8Array(32),
          instructions: message.instructions.map((outer) => ({
            programIdIndex: outer.programIndex,
            accounts: bytes(outer.accountIndexes),
            data: outer.data,
          })),
          versioned: lookups,
          addressTableLookups: [],
        },
      },
      meta: {
        err: content.failed ? { err: Uint8Array.of(8, 0, 0, 0) } : undefined,
        fee: "5000",
        preBalances: [],
        postBalances: [],
        innerInstructions: inner,
        innerInstructionsNone: false,
        logMessages: [],
        logMessagesNone: true,
        preTokenBalances: [],
        postTokenBalances: [],
        rewards: [],
        loadedWritableAddresses: [...message.writable],
        loadedReadonlyAddresses: [...message.readonly],
        returnData: undefined,
        returnDataNone: true,
      },
    },
  };
}
