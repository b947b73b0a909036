import {
  findAccounts,
  type FoundAccounts,
} from "../store/read/findAccounts.ts";
import type { StoredAccount } from "../store/schema/accountRow.ts";
import { asHash } from "../domain/values.ts";
import type { Reader } from "../store/reader.ts";
import { RpcError } from "./errors.ts";
import {
  about,
  address,
  hash,
  optional,
  params,
  type Params,
} from "./params.ts";

/** Callers name an account by its address or its hash. */
const named = params({
  address: optional(
    about(address, "the account's address; either this or hash"),
  ),
  hash: optional(about(hash, "the account's hash; either this or address")),
});
interface AccountId extends ReturnType<typeof named.parse> {
  /** The value was passed by position, so it is looked up as an address first and then as a hash. */
  readonly unnamed?: boolean;
}
type FoundAccount = FoundAccounts & { readonly account: StoredAccount | null };

export const accountId: Params<AccountId> = {
  schema: { ...named.schema, minProperties: 1 },
  parse(given) {
    const id = named.parse(given);
    if (!id.address && !id.hash)
      throw new RpcError("invalidParams", "address or hash: one is required");
    return Array.isArray(given) && given.length === 1
      ? { ...id, unnamed: true }
      : id;
  },
};

/** Finds the unspent account, or null. If both address and hash are given, both must match. */
export async function findAccount(
  read: Reader,
  { address, hash, unnamed = false }: AccountId,
): Promise<FoundAccount> {
  const found = await findNamed(read, { address, hash });
  return unnamed && !found.account
    ? findNamed(read, { address: null, hash: asHash(address!) })
    : found;
}

async function findNamed(
  read: Reader,
  { address, hash }: AccountId,
): Promise<FoundAccount> {
  const found = await findAccounts(read, {
    ...(hash && { hashes: [hash] }),
    ...(address && { addresses: [address] }),
  });
  return { ...found, account: found.accounts[0] ?? null };
}
