import { findAccounts, type FoundAccounts } from "../store/findAccounts.ts";
import type { StoredAccount } from "../store/accountRow.ts";
import type { Reader } from "../store/reader.ts";
import { RpcError } from "./errors.ts";
import { address, hash, optional, params, type Params } from "./params.ts";

/** How callers name one account. */
const named = params({ address: optional(address), hash: optional(hash) });
type AccountId = ReturnType<typeof named.parse>;

export const accountId: Params<AccountId> = {
  schema: { ...named.schema, minProperties: 1 },
  parse(given) {
    const id = named.parse(given);
    if (id.address || id.hash) return id;
    throw new RpcError("invalidParams", "address or hash: one must be given");
  },
};

/** The account is null when there is none, or none any more. Named in both ways, both must fit. */
export async function findAccount(
  read: Reader,
  { address, hash }: AccountId,
): Promise<FoundAccounts & { readonly account: StoredAccount | null }> {
  const found = await findAccounts(read, {
    ...(hash && { hashes: [hash] }),
    ...(address && { addresses: [address] }),
  });
  return { ...found, account: found.accounts[0] ?? null };
}
