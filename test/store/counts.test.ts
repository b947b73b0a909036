import assert from "node:assert/strict";
import fc from "fast-check";
import { decodeU128, decodeU64 } from "../../src/codecs/bigEndian.ts";
import { mapKey } from "../../src/codecs/bytes.ts";
import { encodeBase58 } from "../../src/codecs/base58.ts";
import type { StateUpdate } from "../../src/domain/update.ts";
import { openForUpkeep } from "../../src/store/open.ts";
import type { Reader } from "../../src/store/reader.ts";
import { migrate } from "../../src/store/schema/migrate.ts";
import { mintTotals } from "../../src/store/schema/migrations/0006-mint-totals.ts";
import { findStatistics } from "../../src/store/read/findStatistics.ts";
import { WIDTHS } from "../../src/store/write/counts.ts";
import { firstSlotOf } from "../../src/store/write/ranges.ts";
import { askStore } from "../model/lists.ts";
import { makeHistory } from "../model/history.ts";
import { Random } from "../model/random.ts";
import { dump } from "./dump.ts";
import { test } from "./eachEngine.ts";
import { withOpened } from "./withStore.ts";

const seeds = fc.integer({ min: 0, max: 2 ** 31 });
const shape = { blocks: 14, transactionsPerBlock: 8 };
const slotOf = ({ block }: StateUpdate) => block.slot;

interface MintInfo {
  /** As text, to keep every digit. */
  readonly supply: string;
  readonly holders: number;
  readonly transactions: number;
}

/** What the rows of balances and changes add up to, counted here one by one. */
async function expectedMints(reader: Reader): Promise<Map<string, MintInfo>> {
  const found = new Map<string, MintInfo>();
  const changed = await reader.all(
    "select mint, position from token_changes",
    [],
  );
  for (const [mint, amount] of await reader.all(
    "select mint, amount from token_balances",
    [],
  )) {
    const key = encodeBase58(mint as Uint8Array);
    const positions = changed
      .filter(([of]) => encodeBase58(of as Uint8Array) === key)
      .map(([, position]) => mapKey(position as Uint8Array));
    const before = found.get(key) ?? { supply: "0", holders: 0 };
    const balance = decodeU128(amount as Uint8Array);
    found.set(key, {
      supply: String(BigInt(before.supply) + balance),
      holders: before.holders + (balance > 0n ? 1 : 0),
      transactions: new Set(positions).size,
    });
  }
  return found;
}

async function askMint(reader: Reader, mint: string): Promise<MintInfo | null> {
  const request = {
    ...{ jsonrpc: "2.0", id: 1, method: "getCompressedMintInfo" },
    params: { mint },
  };
  const text = await askStore(reader)(JSON.stringify(request));
  const quoted = text.replace(/"supply":(\d+)/, '"supply":"$1"');
  const { result } = JSON.parse(quoted) as {
    result: { value: MintInfo | null };
  };
  return result.value;
}

async function assertCounts(reader: Reader): Promise<void> {
  const mints = await expectedMints(reader);
  for (const [mint, expected] of mints) {
    const { supply, holders, transactions } = (await askMint(reader, mint))!;
    assert.deepEqual({ supply, holders, transactions }, expected, mint);
  }
  const { counts, topMints } = await findStatistics(reader, {
    ...{ topMints: 3, points: 10, fromSlot: null, toSlot: null },
  });
  const count = async (sql: string) =>
    Number((await reader.all(`select ${sql}`, []))[0]![0]);
  const expected = {
    transactions: await count("count(*) from transactions"),
    accounts: await count("count(*) from accounts"),
    unspentAccounts: await count(
      "count(*) from accounts where spent_slot is null",
    ),
    owners: await count("count(*) from lamport_balances"),
    tokenOwners: await count("count(distinct owner) from token_balances"),
    mints: mints.size,
  };
  const zero = Object.keys(expected).map((name) => [name, 0] as const);
  assert.deepEqual(
    { ...Object.fromEntries(zero), ...Object.fromEntries(counts) },
    expected,
  );
  const most = [...mints.values()].map(({ holders }) => holders);
  assert.deepEqual(
    topMints.map(({ holders }) => holders),
    most.sort((a, b) => b - a).slice(0, 3),
  );
  await assertTransactionCounts(reader);
}

/** Applies the migration again, to a store without its tables. */
async function upgradeAgain(url: string): Promise<void> {
  const connection = await openForUpkeep(url);
  const tables = ["mint_totals", "mint_names", "counts", "transaction_counts"];
  for (const name of tables) await connection.run(`drop table ${name}`);
  const later = await connection.all(
    `select version, name from schema_versions where version > ${mintTotals.version}`,
    [],
  );
  await connection.run(
    `delete from schema_versions where version >= ${mintTotals.version}`,
  );
  await migrate(connection, [mintTotals]);
  for (const row of later)
    await connection.run("insert into schema_versions values (?, ?)", row);
  await connection.close();
}

async function assertTransactionCounts(reader: Reader): Promise<void> {
  const positions = await reader.all("select position from transactions", []);
  const expected = new Map<string, number>();
  for (const [position] of positions)
    for (const width of WIDTHS) {
      const slot = Number(decodeU64((position as Uint8Array).subarray(0, 8)));
      const key = `${width}/${slot - (slot % width)}`;
      expected.set(key, (expected.get(key) ?? 0) + 1);
    }
  const rows = await reader.all(
    "select width, first_slot, transactions from transaction_counts",
    [],
  );
  const stored = rows.map(
    ([width, first, n]) => [`${String(width)}/${String(first)}`, n] as const,
  );
  assert.deepEqual(new Map([...stored].sort()), new Map([...expected].sort()));
}

test("totals of mints and counts equal what the rows add up to, through batches, forks and spends that come first", async (withStore) => {
  await fc.assert(
    fc.asyncProperty(seeds, (seed) => {
      const random = new Random(seed);
      const { updates } = makeHistory({ seed, ...shape });
      const mixed = updates.map((update) =>
        random.chance(0.3)
          ? { ...update, transactions: update.transactions.toReversed() }
          : update,
      );
      return withStore(async ({ writer, reader }) => {
        for (let next = 0; next < mixed.length;) {
          const size = 1 + random.below(3);
          await writer.apply(mixed.slice(next, next + size));
          next = Math.min(next + size, mixed.length);
          if (next > 2 && random.chance(0.3)) {
            next -= 1 + random.below(2);
            await writer.undoAfter(slotOf(mixed[next - 1]!));
          }
          await assertCounts(reader);
        }
      });
    }),
    { numRuns: 8 },
  );
});

test("totals of mints and counts equal what the rows add up to while older blocks are filled in", async (withStore) => {
  await fc.assert(
    fc.asyncProperty(seeds, (seed) => {
      const { updates } = makeHistory({ seed, ...shape });
      return withStore(async ({ writer, reader }) => {
        await writer.apply(updates.slice(8));
        for (let at = 7; at >= 0; at--) {
          const [range] = await writer.ranges();
          const slots = {
            first: firstSlotOf(updates[at]!.block),
            last: range!.first - 1,
          };
          await writer.backfill([updates[at]!], slots);
          await assertCounts(reader);
        }
        await writer.undoAfter(slotOf(updates[10]!));
        await assertCounts(reader);
      });
    }),
    { numRuns: 6 },
  );
});

test("a store of an older version has its totals and counts after the upgrade", async (_, withUrl) => {
  const { updates } = makeHistory({ seed: 11, ...shape });
  await withUrl(async (url) => {
    const before = await withOpened(url, async ({ writer, reader }) => {
      await writer.apply(updates);
      return dump(reader);
    });
    await upgradeAgain(url);
    await withOpened(url, async ({ reader }) => {
      assert.deepEqual(await dump(reader), before);
      const [row] = await reader.all("select count(*) from mint_names", []);
      assert.equal(Number(row![0]), before["mint_totals"]!.length);
      await assertCounts(reader);
    });
  });
});

test("an unknown mint is null", async (withStore) => {
  const { updates } = makeHistory({ seed: 5, ...shape });
  await withStore(async ({ writer, reader }) => {
    const unknown = "SysvarC1ock11111111111111111111111111111111";
    assert.equal(await askMint(reader, unknown), null);
    await writer.apply(updates);
    assert.equal(await askMint(reader, unknown), null);
  });
});
