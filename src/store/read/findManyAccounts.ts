import type { Reading } from "../connection.ts";
import type { Reader } from "../reader.ts";
import {
  type AccountQuery,
  findAccounts,
  type FoundAccounts,
} from "./findAccounts.ts";
import { inSteps, STEP_KEYS } from "./inSteps.ts";

/** The accounts of any number of keys. Few are one statement; many are read in steps, from one snapshot. */
export function findManyAccounts(
  read: Reader,
  query: AccountQuery,
): Promise<FoundAccounts> {
  const { hashes = [], addresses = [] } = query;
  return hashes.length + addresses.length <= STEP_KEYS
    ? findAccounts(read, query)
    : read.snapshot((reading) => findAccountsInSteps(reading, query));
}

/** The accounts with any of these hashes or addresses. `reading` must be a snapshot, so that the steps agree. */
export async function findAccountsInSteps(
  reading: Reading,
  { hashes = [], addresses = [], spentToo = false }: AccountQuery,
): Promise<FoundAccounts> {
  const found = [
    ...(await inSteps(hashes, (part) =>
      findAccounts(reading, { hashes: part, spentToo }),
    )),
    ...(await inSteps(addresses, (part) =>
      findAccounts(reading, { addresses: part, spentToo }),
    )),
  ];
  // Without any key the slot is still read.
  if (found.length === 0) return findAccounts(reading, { hashes });
  return { ...found[0]!, accounts: found.flatMap(({ accounts }) => accounts) };
}
