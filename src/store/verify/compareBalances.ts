// Balances are sums over unspent accounts. Lists of unspent accounts and tables of balances have the same order, so
// both are walked in parallel and nothing is held in memory.
import { decodeU128, decodeU64 } from "../../codecs/bigEndian.ts";
import { DecodeError } from "../../codecs/reader.ts";
import { parseTokenData } from "../../codecs/accounts/token.ts";
import type { Address, Hash } from "../../domain/values.ts";
import type { Reading, Row } from "../connection.ts";
import {
  accountsByOwner,
  lamportBalances,
  lamportChanges,
  tokenBalances,
  tokenChanges,
  tokensByOwner,
} from "../schema/tables.ts";

/** A stored balance and the sum of its accounts. */
export interface ComparedBalance {
  /** The owner, or owner and mint. */
  readonly key: Uint8Array;
  readonly stored: bigint;
  readonly sum: bigint;
  /** The changes after which a balance is stored that is not their sum up to there. */
  readonly wrongAfter: number;
}

interface Amount {
  readonly key: Uint8Array;
  readonly amount: bigint;
  /** The stored sum up to and including this one; null if it is not known. */
  readonly after?: bigint | null;
}

interface Sum extends Amount {
  readonly wrongAfter: number;
}

const ROWS_OF_A_STEP = 1000;

export function compareLamports(
  reading: Reading,
): AsyncGenerator<ComparedBalance> {
  const listed = `select l.key, l.position, a.lamports from ${accountsByOwner.name} l left join accounts a on a.hash = l.position`;
  const amountOf = (lamports: Row[number]) =>
    lamports === null ? 0n : decodeU64(lamports as Uint8Array);
  const unspent = walk(
    reading,
    listed,
    ["l.key", "l.position"],
    ([key, , lamports]) => ({
      key: key as Address,
      amount: amountOf(lamports!),
    }),
  );
  return compare(storedLamports(reading), sums(unspent));
}

/** The balances again, compared with the sums of their changes. */
export function compareLamportChanges(
  reading: Reading,
): AsyncGenerator<ComparedBalance> {
  const changes = walk(
    reading,
    `select owner, position, change, balance from ${lamportChanges.name}`,
    ["owner", "position"],
    ([owner, , change, balance]) => ({
      key: owner as Address,
      amount: BigInt(change as string),
      after: balanceOf(balance!),
    }),
  );
  return compare(storedLamports(reading), sums(changes));
}

function storedLamports(reading: Reading): AsyncGenerator<Amount> {
  return walk(
    reading,
    `select owner, amount from ${lamportBalances.name}`,
    ["owner"],
    ([owner, amount]) => ({
      key: owner as Address,
      amount: decodeU128(amount as Uint8Array),
    }),
  );
}

export function compareTokens(
  reading: Reading,
): AsyncGenerator<ComparedBalance> {
  const listed = `select l.key, l.position, a.owner, a.discriminator, a.data, a.data_hash
    from ${tokensByOwner.name} l left join accounts a on a.hash = substr(l.position, 33)`;
  const unspent = walk(reading, listed, ["l.key", "l.position"], (row) => ({
    key: joined(row[0], (row[1] as Uint8Array).subarray(0, 32)),
    amount: tokenAmount(row),
  }));
  return compare(storedTokens(reading), sums(unspent));
}

/** The balances again, compared with the sums of their histories. */
export function compareTokenChanges(
  reading: Reading,
): AsyncGenerator<ComparedBalance> {
  const changes = walk(
    reading,
    `select owner, mint, position, change, balance from ${tokenChanges.name}`,
    ["owner", "mint", "position"],
    ([owner, mint, , change, balance]) => ({
      key: joined(owner, mint),
      amount: BigInt(change as string),
      after: balanceOf(balance!),
    }),
  );
  return compare(storedTokens(reading), sums(changes));
}

function storedTokens(reading: Reading): AsyncGenerator<Amount> {
  return walk(
    reading,
    `select owner, mint, amount from ${tokenBalances.name}`,
    ["owner", "mint"],
    ([owner, mint, amount]) => ({
      key: joined(owner, mint),
      amount: decodeU128(amount as Uint8Array),
    }),
  );
}

/** Unreadable data counts as 0; another check reports the account. */
function tokenAmount(row: Row): bigint {
  if (row[3] === null) return 0n;
  const data = {
    discriminator: decodeU64(row[3] as Uint8Array),
    data: row[4] as Uint8Array,
    dataHash: row[5] as Hash,
  };
  try {
    return parseTokenData(row[2] as Address, data)?.amount ?? 0n;
  } catch (error) {
    if (error instanceof DecodeError) return 0n;
    throw error;
  }
}

function joined(
  first: Row[number] | undefined,
  second: Row[number] | undefined,
) {
  return Buffer.concat([first as Uint8Array, second as Uint8Array]);
}

/** All rows in chunks, in the order of `keys`, which are the first columns. */
async function* walk(
  reading: Reading,
  select: string,
  keys: readonly string[],
  toAmount: (row: Row) => Amount,
): AsyncGenerator<Amount> {
  let after: Row = keys.map(() => new Uint8Array(0));
  const order = keys.join(", ");
  const marks = keys.map(() => "?").join(", ");
  const sql = `${select} where (${order}) > (${marks}) order by ${order} limit ${ROWS_OF_A_STEP}`;
  for (;;) {
    const rows = await reading.all(sql, after);
    for (const row of rows) yield toAmount(row);
    if (rows.length < ROWS_OF_A_STEP) return;
    after = rows.at(-1)!.slice(0, keys.length);
  }
}

/** Null while older blocks are missing. */
function balanceOf(column: Row[number]): bigint | null {
  return column === null ? null : BigInt(column as string);
}

async function* sums(amounts: AsyncIterable<Amount>): AsyncGenerator<Sum> {
  let sum: Sum | null = null;
  for await (const each of amounts) {
    const isSame = sum && Buffer.compare(sum.key, each.key) === 0;
    if (sum && !isSame) yield sum;
    sum = plus(isSame ? sum : null, each);
  }
  if (sum) yield sum;
}

function plus(before: Sum | null, { key, amount, after = null }: Amount): Sum {
  const sum = (before?.amount ?? 0n) + amount;
  const isWrong = after !== null && after !== sum;
  const wrongAfter = (before?.wrongAfter ?? 0) + (isWrong ? 1 : 0);
  return { key, amount: sum, wrongAfter };
}

/** A key that is missing on one side counts as 0 there. */
async function* compare(
  stored: AsyncGenerator<Amount>,
  summed: AsyncGenerator<Sum>,
): AsyncGenerator<ComparedBalance> {
  let left = await stored.next();
  let right = await summed.next();
  while (!left.done || !right.done) {
    const order = left.done
      ? 1
      : right.done
        ? -1
        : Buffer.compare(left.value.key, right.value.key);
    const fromLeft = left.done || order > 0 ? null : left.value;
    const fromRight = right.done || order < 0 ? null : right.value;
    yield {
      key: (fromLeft ?? fromRight)!.key,
      stored: fromLeft?.amount ?? 0n,
      sum: fromRight?.amount ?? 0n,
      wrongAfter: fromRight?.wrongAfter ?? 0,
    };
    if (fromLeft) left = await stored.next();
    if (fromRight) right = await summed.next();
  }
}
