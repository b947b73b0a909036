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

/** Tells readers the newest block, when the transaction commits. */
export async function announceHead(connection: Connection): Promise<void> {
  const { announceHead } = connection.dialect;
  if (announceHead !== null) await connection.run(announceHead);
}
