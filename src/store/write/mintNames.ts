import type { NamedMint } from "../../domain/mint.ts";
import type { Address } from "../../domain/values.ts";
import type { Connection, Reading, Row } from "../connection.ts";
import { mintNames } from "../schema/tables.ts";

/** Mints to ask the chain about: first those never asked, the newest first, then those asked longest ago. */
export async function listMintsToAsk(
  reading: Reading,
  nowSeconds: number,
  limit: number,
): Promise<readonly Address[]> {
  const { dialect } = reading;
  const sql = `select mint from ${mintNames.name} where ask_at <= ? order by ask_at, mint ${dialect.limit}`;
  const rows = await reading.all(sql, [nowSeconds, limit]);
  return rows.map(([mint]) => mint as Address);
}

/** Mints that a fork has taken away meanwhile are left out. */
export function saveMintNames(
  connection: Connection,
  named: readonly NamedMint[],
  askAt: number,
): Promise<void> {
  return connection.transaction(async () => {
    const keys = named.map(({ mint }) => [mint]);
    const stored = await connection.findMany(mintNames, keys);
    const known = stored.map(([mint]) => mint as Uint8Array);
    const rows = named
      .filter(({ mint }) => known.some((key) => !Buffer.compare(key, mint)))
      .map((each) => rowOf(each, askAt));
    if (rows.length > 0) await connection.upsertMany(mintNames, rows);
  });
}

function rowOf(
  { mint, decimals, decimalsSource, metadata, nameSource }: NamedMint,
  askAt: number,
): Row {
  const { name = null, symbol = null, uri = null } = metadata ?? {};
  const own = [decimals, decimalsSource, name, symbol, uri, nameSource];
  return [mint, ...own, askAt];
}
