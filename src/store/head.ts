import type { BlockHeader } from "../domain/block.ts";
import type { Reading } from "./connection.ts";

/** The last block written: what the next one must follow. */
export type Head = Pick<BlockHeader, "slot" | "blockhash">;

export async function readHead(reading: Reading): Promise<Head | null> {
  const [row] = await reading.all(
    "select slot, blockhash from blocks order by slot desc limit 1",
    [],
  );
  return row ? { slot: row[0] as number, blockhash: row[1] as string } : null;
}
