import { parseAddress } from "../../codecs/bytes.ts";
import { asEncodedBytes, asRecord, asText } from "../../codecs/json.ts";
import type { AccountContent } from "../../codecs/accounts/treeAccount.ts";
import type { KeyedAccount } from "./accounts.ts";

/** One `{pubkey, account}` as returned by getProgramAccounts and as contained in account files. */
export function parseKeyedAccount(json: unknown): KeyedAccount {
  const { pubkey, account } = asRecord(json, "an account entry");
  return {
    pubkey: parseAddress(asText(pubkey, "pubkey")),
    account: parseAccount(account),
  };
}

export function parseAccount(json: unknown): AccountContent {
  const { owner, data } = asRecord(json, "account");
  return {
    owner: parseAddress(asText(owner, "owner of an account")),
    data: asEncodedBytes(data, "data of an account"),
  };
}
