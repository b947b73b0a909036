import type { Connection, Reading } from "../connection.ts";
import { StoreError } from "../errors.ts";
import { facts } from "../schema/tables.ts";

export async function readFact(
  reading: Reading,
  name: string,
): Promise<string | null> {
  const sql = `select value from ${facts.name} where name = ?`;
  const [row] = await reading.all(sql, [name]);
  return row ? (row[0] as string) : null;
}

export function bindChain(
  connection: Connection,
  chain: string,
): Promise<void> {
  return connection.transaction(async () => {
    const bound = await assertChain(connection, chain);
    if (bound === null) {
      await connection.upsertMany(facts, [["chain", chain]]);
    }
  });
}

/** The chain a store is bound to, or null if it is not bound yet. Throws if it is another one. */
export async function assertChain(
  reading: Reading,
  chain: string,
): Promise<string | null> {
  const bound = await readFact(reading, "chain");
  if (bound !== null && bound !== chain) {
    throw new StoreError(
      `the store holds blocks of ${bound}, not of ${chain}: use another --db-url for this chain`,
    );
  }
  return bound;
}
