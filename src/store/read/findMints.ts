import { decodeU128 } from "../../codecs/bigEndian.ts";
import { parseLightMint } from "../../codecs/accounts/compressedMint.ts";
import type { MintFacts, MintSource } from "../../domain/mint.ts";
import type { Address, Slot } from "../../domain/values.ts";
import type { Reading, Row } from "../connection.ts";
import { compressedMints, mintNames, mintTotals } from "../schema/tables.ts";

/** A mint as the index knows it. */
export interface FoundMint extends MintFacts {
  readonly mint: Address;
  /** Over unspent compressed accounts. */
  readonly supply: bigint;
  readonly holders: number;
  /** Null if older versions did not count them. */
  readonly transactions: number | null;
}

/** One statement. The mint is null if nothing in the index is about it. */
export async function findMint(
  reading: Reading,
  mint: Address,
): Promise<{ readonly slot: Slot; readonly mint: FoundMint | null }> {
  const { dialect } = reading;
  const one = `(select cast(? as ${dialect.types.bytes}) as mint) as asked`;
  const sql = `select ${COLUMNS}, (select coalesce(max(slot), 0) from blocks) from ${one} ${JOINS}`;
  const [row] = await reading.all(sql, [mint]);
  const [, supply, , , , , , , , , item, slot] = row!;
  const isKnown = supply !== null || item !== null;
  return { slot: slot as Slot, mint: isKnown ? rowToMint(row!) : null };
}

/** The mints with the most holders. */
export async function findTopMints(
  reading: Reading,
  limit: number,
): Promise<readonly FoundMint[]> {
  const { dialect } = reading;
  const sql = `select ${COLUMNS} from
      (select mint, holders as most from ${mintTotals.name} order by holders desc, mint desc ${dialect.limit}) as asked
      ${JOINS} order by asked.most desc, asked.mint desc`;
  return (await reading.all(sql, [limit])).map(rowToMint);
}

const COLUMNS = `asked.mint, t.supply, t.holders, t.transactions,
  n.decimals, n.decimals_source, n.name, n.symbol, n.uri, n.name_source,
  (select c.item from ${compressedMints.name} c where c.key = asked.mint order by c.position limit 1)`;
const JOINS = `left join ${mintTotals.name} t on t.mint = asked.mint left join ${mintNames.name} n on n.mint = asked.mint`;

function rowToMint(row: Row): FoundMint {
  const [mint, supply, holders, transactions, ...names] = row as readonly [
    ...[Address, Uint8Array | null, number | null, number | null],
    ...StoredNames,
    string | null,
  ];
  const item = row[10] as string | null;
  return {
    mint,
    supply: supply ? decodeU128(supply) : 0n,
    holders: holders ?? 0,
    transactions: supply ? transactions : 0,
    ...merged(item === null ? null : compressedFacts(mint, item), names),
  };
}

type StoredNames = [
  ...[decimals: number | null, decimalsSource: MintSource | null],
  ...[name: string | null, symbol: string | null, uri: string | null],
  nameSource: MintSource | null,
];

/** The compressed mint comes first: the index has its present state. */
function merged(
  compressed: MintFacts | null,
  stored: readonly unknown[],
): MintFacts {
  const [decimals, decimalsSource, name, symbol, uri, nameSource] =
    stored as unknown as StoredNames;
  const isNamed = nameSource !== null;
  return {
    ...(compressed?.decimalsSource
      ? {
          decimals: compressed.decimals,
          decimalsSource: compressed.decimalsSource,
        }
      : { decimals, decimalsSource }),
    ...(compressed?.nameSource
      ? { metadata: compressed.metadata, nameSource: compressed.nameSource }
      : { metadata: isNamed ? { name, symbol, uri } : null, nameSource }),
  };
}

function compressedFacts(mint: Address, item: string): MintFacts | null {
  const { data } = JSON.parse(item) as {
    readonly data: { readonly data: string };
  };
  const found = parseLightMint(mint, Buffer.from(data.data, "base64"));
  return (
    found && {
      decimals: found.decimals,
      decimalsSource: "compressed",
      metadata: found.metadata,
      nameSource: found.metadata && "compressed",
    }
  );
}
