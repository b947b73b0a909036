import { encodeBase58 } from "../../../codecs/base58.ts";
import { asList, asNatural, asRecord } from "../../../codecs/json.ts";
import { DecodeError } from "../../../codecs/reader.ts";
import { parseAccount, parseKeyedAccount } from "../accountJson.ts";
import type { AccountReader } from "../accounts.ts";
import { type JsonRpcClient, RpcError } from "./jsonRpc.ts";
import { type RetryPolicy, retrying } from "./retry.ts";

/** A tree has up to a megabyte of data, but its first 256 bytes describe it. */
const HEAD = {
  commitment: "confirmed",
  encoding: "base64",
  dataSlice: { offset: 0, length: 256 },
};
/** Names and URIs of mints come before anything longer. */
const LONGER_HEAD = { ...HEAD, dataSlice: { offset: 0, length: 4096 } };
/** Some nodes refuse to list accounts. Without the list, trees are found one by one. */
const LISTING_MS = 20_000;

/** The accounts of a node's chain. */
export function rpcAccounts(
  rpc: JsonRpcClient,
  policy: RetryPolicy,
): AccountReader {
  return {
    listAccounts: (program, signal) =>
      retrying(
        async () => {
          const params = [encodeBase58(program), HEAD];
          const answer = await rpc.call("getProgramAccounts", params, signal);
          return asList(answer, "getProgramAccounts").map(parseKeyedAccount);
        },
        {
          ...policy,
          giveUpAfterMs: LISTING_MS,
          isFinal: (error) => error instanceof RpcError,
        },
        signal,
      ),
    readAccount: (pubkey, signal) =>
      retrying(
        async () => {
          const params = [encodeBase58(pubkey), HEAD];
          const answer = await rpc.call("getAccountInfo", params, signal);
          const { value } = asRecord(answer, "getAccountInfo");
          return value === null ? null : parseAccount(value);
        },
        policy,
        signal,
      ),
    readAccounts: (pubkeys, signal) =>
      retrying(
        async () => {
          const params = [pubkeys.map(encodeBase58), LONGER_HEAD];
          const answer = await rpc.call("getMultipleAccounts", params, signal);
          const { value } = asRecord(answer, "getMultipleAccounts");
          const values = asList(value, "value of getMultipleAccounts");
          if (values.length !== pubkeys.length)
            throw new DecodeError(
              `getMultipleAccounts has ${values.length} values for ${pubkeys.length} keys`,
            );
          return values.map((each) =>
            each === null ? null : parseAccount(each),
          );
        },
        {
          ...policy,
          giveUpAfterMs: LISTING_MS,
          isFinal: (error) => error instanceof RpcError,
        },
        signal,
      ),
    readSlice: (pubkey, offset, length, signal) =>
      retrying(
        async () => {
          const options = { ...HEAD, dataSlice: { offset, length } };
          const params = [encodeBase58(pubkey), options];
          const answer = await rpc.call("getAccountInfo", params, signal);
          const { context, value } = asRecord(answer, "getAccountInfo");
          if (value === null) return null;
          const { slot } = asRecord(context, "context");
          return {
            slot: asNatural(slot, "slot of an account"),
            account: parseAccount(value),
          };
        },
        { ...policy, giveUpAfterMs: LISTING_MS },
        signal,
      ),
  };
}
