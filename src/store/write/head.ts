import type { BlockHeader } from "../../domain/block.ts";
import type { Connection, Reading } from "../connection.ts";

/** The last block written, which the next one must follow. */
export type Head = Pick<BlockHeader, "slot" | "blockhash">;

export async function readHead(reading: Reading): Promise<Head | null> {
  return (await listNewestBlocks(reading, 1))[0] ?? null;
}

/** Newest first. */
export async function listNewestBlocks(
  reading: Reading,
  count: number,
): Promise<Head[]> {
  const rows = await reading.all(
    `select slot, blockhash from blocks order by slot desc limit ${count}`,
    [],
  );
  return rows.map((row) => ({
    slot: row[0] as number,
    blockhash: row[1] as string,
  }));
}

/** Notifies readers of the newest block and its time when the transaction commits. */
export async function announceHead(
  connection: Connection,
  { slot, blockTime }: Pick<BlockHeader, "slot" | "blockTime">,
): Promise<void> {
  const { announceHead } = connection.dialect;
  if (announceHead === null) return;
  await connection.run(announceHead, [JSON.stringify([slot, blockTime])]);
}

/** The same after blocks were undone. */
export async function announceOlderHead(connection: Connection): Promise<void> {
  const [row] = await connection.all(
    "select slot, block_time from blocks order by slot desc limit 1",
    [],
  );
  const [slot, blockTime] = (row ?? [0, null]) as [number, number | null];
  await announceHead(connection, { slot, blockTime });
}
