// Transactions without a compression event are only kept for getLatestNonVotingSignatures, which lists the newest.
import { encodeU64 } from "../../codecs/bigEndian.ts";
import type { StateUpdate } from "../../domain/update.ts";
import type { Slot } from "../../domain/values.ts";
import { renderSignature } from "../../render/signature.ts";
import type { Changes } from "./changes.ts";
import type { Connection } from "../connection.ts";
import { transactionPosition } from "../schema/positions.ts";
import { otherTransactions } from "../schema/tables.ts";

/** The maximum page size. */
const KEPT_OTHERS = 1000;

/** While catching up, a batch contains far more than are kept. Only the newest are written. */
export function addOthers(
  changes: Changes,
  updates: readonly StateUpdate[],
): void {
  let room = KEPT_OTHERS;
  for (const { block, others } of updates.toReversed()) {
    const { slot, blockTime } = block;
    const shown = others
      .map((signature) => ({
        position: transactionPosition(slot, signature),
        signature,
      }))
      .sort((a, b) => Buffer.compare(b.position, a.position))
      .slice(0, room);
    for (const { position, signature } of shown) {
      const item = renderSignature(signature, slot, blockTime);
      changes.add(otherTransactions, [position, item]);
    }
    room -= shown.length;
    if (room === 0) return;
  }
}

/** Of blocks that are filled in, which are older than the kept ones: only while there are fewer than are kept. */
export async function addOlderOthers(
  connection: Connection,
  changes: Changes,
  updates: readonly StateUpdate[],
): Promise<void> {
  const [last] = await connection.all(
    `select 1 from other_transactions limit 1 offset ${KEPT_OTHERS - 1}`,
    [],
  );
  if (!last) addOthers(changes, updates);
}

export async function forgetOldOthers(connection: Connection): Promise<void> {
  await connection.run(
    `delete from other_transactions where position < (select position from other_transactions order by position desc limit 1 offset ${KEPT_OTHERS - 1})`,
  );
}

/** Older ones that were deleted do not come back; new blocks fill the list again. */
export async function undoOthersAfter(
  connection: Connection,
  slot: Slot,
): Promise<void> {
  const sql = "delete from other_transactions where position >= ?";
  await connection.run(sql, [encodeU64(BigInt(slot) + 1n)]);
}
