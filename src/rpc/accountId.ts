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

/** How callers name one account. */
const named = params({
  address: optional(about(address, "of the account; this or its hash")),
  hash: optional(about(hash, "of the account; this or its address")),
});
interface AccountId extends ReturnType<typeof named.parse> {
  /** The value was given without a name, so it is looked for among the addresses and then among the hashes. */
  readonly unnamed?: boolean;
}
type FoundAccount = FoundAccounts & { readonly account: StoredAccount | null };

export const accountId: Params<AccountId> = {
  schema: { ...named.schema, minProperties: 1 },
  parse(given) {
    const id = named.parse(given);
    if (!id.address && !id.hash)
      throw new RpcError("invalidParams", "address or hash: one must be given");
    return Array.isArray(given) && given.length === 1
      ? { ...id, unnamed: true }
      : id;
  },
};

/** The account is null when there is none, or none any more. Named in both ways, both must fit. */
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
