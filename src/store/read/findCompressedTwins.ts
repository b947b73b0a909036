import { setImmediate as nextTurn } from "node:timers/promises";
import { hashToField } from "../../codecs/hashing/hashToField.ts";
import { parseAddress } from "../../codecs/bytes.ts";
import { asAddress, type Address, type Hash } from "../../domain/values.ts";
import type { StoredAccount } from "../schema/accountRow.ts";
import { listAddressPrograms } from "../write/addressPrograms.ts";
import type { Reading } from "../connection.ts";
import type { FoundAccounts } from "./findAccounts.ts";
import { findAccountsInSteps } from "./findManyAccounts.ts";
import { compressedMints, tokensByOwner } from "../schema/tables.ts";

/** Programs that move accounts between chain and tree derive their compressed addresses in this tree. */
const ADDRESS_TREE = parseAddress(
  "amt2kaJA14v3urZbZvnc5v2np8jqvc4Z8zDep5wbtzx",
);
/** Left in the tree when an account moves on chain. It marks the account's new place and is not an account itself. */
const MOVED_ON_CHAIN = 2n ** 56n - 1n;
/** Accounts considered per kind. A key with more of them is a wallet or a program, not an account that was compressed. */
const MAX_TWINS = 1000;

/**
 * The unspent compressed accounts that represent an on-chain account: accounts whose address is derived from its key, the
 * compressed mint of that key, and token accounts it owns. Ordered by hash.
 */
export async function findCompressedTwins(
  reading: Reading,
  key: Address,
): Promise<FoundAccounts> {
  const hashes = [
    ...(await hashesIn(reading, tokensByOwner.name, key)),
    ...(await hashesIn(reading, compressedMints.name, key)),
  ];
  const addresses = await derivedAddresses(reading, key);
  const found = await findAccountsInSteps(reading, { hashes, addresses });
  const accounts = found.accounts
    .filter(({ account }) => account.data?.discriminator !== MOVED_ON_CHAIN)
    .sort(byHash);
  return { ...found, accounts };
}

async function hashesIn(
  reading: Reading,
  table: string,
  key: Address,
): Promise<Hash[]> {
  const sql = `select position from ${table} where key = ? order by position limit ${MAX_TWINS}`;
  const rows = await reading.all(sql, [key]);
  return rows.map(
    ([position]) => (position as Uint8Array).subarray(-32) as Hash,
  );
}

/** Any program with addresses may have derived one from this key. Yields to other requests, since hashing takes a while. */
async function derivedAddresses(
  reading: Reading,
  key: Address,
): Promise<Address[]> {
  const programs = await listAddressPrograms(reading);
  const addresses: Address[] = [];
  for (const [i, program] of programs.entries()) {
    addresses.push(asAddress(hashToField(key, ADDRESS_TREE, program)));
    if (i % 200 === 199) await nextTurn();
  }
  return addresses;
}

function byHash(a: StoredAccount, b: StoredAccount): number {
  return Buffer.compare(a.account.hash, b.account.hash);
}
