import { mapKey, sameBytes } from "../../../codecs/bytes.ts";
import { parseKeyedAccount } from "../accountJson.ts";
import type { AccountReader, KeyedAccount } from "../accounts.ts";
import { openLines } from "./lines.ts";

/** The file cannot be read as recorded accounts. The message contains file and line. */
export class NotAccounts extends Error {
  override readonly name = "NotAccounts";
}

/** Accounts recorded with a chain, one `{"pubkey":…,"account":…}` line each. They are few and kept in memory. */
export async function openFileAccounts(path: string): Promise<AccountReader> {
  const accounts = new Map<string, KeyedAccount>();
  for (const keyed of await readAll(path)) {
    accounts.set(mapKey(keyed.pubkey), keyed);
  }
  return {
    listAccounts: (program) =>
      Promise.resolve(
        [...accounts.values()].filter(({ account }) =>
          sameBytes(account.owner, program),
        ),
      ),
    readAccount: (pubkey) =>
      Promise.resolve(accounts.get(mapKey(pubkey))?.account ?? null),
    readAccounts: (pubkeys) =>
      Promise.resolve(
        pubkeys.map((key) => accounts.get(mapKey(key))?.account ?? null),
      ),
    readSlice: (pubkey, offset, length) => {
      const found = accounts.get(mapKey(pubkey))?.account;
      if (!found) return Promise.resolve(null);
      const data = found.data.subarray(offset, offset + length);
      return Promise.resolve({ slot: null, account: { ...found, data } });
    },
  };
}

async function readAll(path: string): Promise<readonly KeyedAccount[]> {
  const found: KeyedAccount[] = [];
  let line = 0;
  try {
    for await (const { number, bytes } of await openLines(path)) {
      line = number;
      found.push(parseKeyedAccount(JSON.parse(bytes.toString("utf8"))));
    }
  } catch (cause) {
    const where = line > 0 ? `${path}, line ${line}` : path;
    const why = (cause as Error).message.slice(0, 160);
    throw new NotAccounts(`${where}: not recorded accounts (${why})`, {
      cause,
    });
  }
  return found;
}
