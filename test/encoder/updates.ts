import type { InstructionGroup } from "../../src/domain/block.ts";
import { TreeType } from "../../src/domain/tree.ts";
import type {
  StateUpdate,
  TransactionUpdate,
} from "../../src/domain/update.ts";
import { encodeBlock } from "./block.ts";
import { loggedEvent } from "./loggedEvents.ts";
import { queueEvent } from "./queueEvents.ts";

/** A line of a recorded chain: the block that decodes to the update. */
export function encodeChainLine(update: StateUpdate): string {
  const transactions = update.transactions.map((transaction) => ({
    signature: transaction.signature,
    groups: [encodeEvent(transaction)],
  }));
  const { slot } = update.block;
  return JSON.stringify({
    slot,
    block: encodeBlock({ ...update.block, transactions }),
  });
}

/** Accounts in V2 trees are created through queues; everything else is logged. */
function encodeEvent({ created, spent }: TransactionUpdate): InstructionGroup {
  return created[0]?.treeType === TreeType.StateV2
    ? queueEvent({ created, spent })
    : loggedEvent({ created, spent });
}
