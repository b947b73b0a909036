import type { Connection, Reading } from "./connection.ts";
import { StoreError } from "./errors.ts";
import { facts } from "./tables.ts";

export async function readFact(
  reading: Reading,
  name: string,
): Promise<string | null> {
  const sql = reading.dialect.placeholders(
    `select value from ${facts.name} where name = ?`,
  );
  const [row] = await reading.all(sql, [name]);
  return row ? (row[0] as string) : null;
}

export function bindChain(
  connection: Connection,
  chain: string,
): Promise<void> {
  return connection.transaction(async () => {
    const bound = await readFact(connection, "chain");
    if (bound === null) {
      await connection.upsertMany(facts, [["chain", chain]]);
    } else if (bound !== chain) {
      throw new StoreError(
        `the store holds blocks of ${bound}, not of ${chain}: use another --db-url for this chain`,
      );
    }
  });
}
