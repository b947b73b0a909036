import { encodeBase58 } from "../../../codecs/base58.ts";
import { asList, asNatural, asRecord } from "../../../codecs/json.ts";
import { DecodeError } from "../../../codecs/reader.ts";
import type { Address } from "../../../domain/values.ts";
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
  const bounded = { ...policy, giveUpAfterMs: LISTING_MS };
  const answered = {
    ...bounded,
    isFinal: (error: unknown) => error instanceof RpcError,
  };
  return {
    listAccounts: (program, signal) =>
      retrying(() => listAccounts(rpc, program, signal), answered, signal),
    readAccount: (pubkey, signal) =>
      retrying(() => readAccount(rpc, pubkey, signal), policy, signal),
    readAccounts: (pubkeys, signal) =>
      retrying(() => readAccounts(rpc, pubkeys, signal), answered, signal),
    readSlice: (pubkey, offset, length, signal) =>
      retrying(
        () => readSlice(rpc, pubkey, { offset, length }, signal),
        bounded,
        signal,
      ),
  };
}

async function listAccounts(
  rpc: JsonRpcClient,
  program: Address,
  signal: AbortSignal,
) {
  const params = [encodeBase58(program), HEAD];
  const answer = await rpc.call("getProgramAccounts", params, signal);
  return asList(answer, "getProgramAccounts").map(parseKeyedAccount);
}

async function readAccount(
  rpc: JsonRpcClient,
  pubkey: Address,
  signal: AbortSignal,
) {
  const params = [encodeBase58(pubkey), HEAD];
  const answer = await rpc.call("getAccountInfo", params, signal);
  const { value } = asRecord(answer, "getAccountInfo");
  return value === null ? null : parseAccount(value);
}

async function readAccounts(
  rpc: JsonRpcClient,
  pubkeys: readonly Address[],
  signal: AbortSignal,
) {
  const params = [pubkeys.map(encodeBase58), LONGER_HEAD];
  const answer = await rpc.call("getMultipleAccounts", params, signal);
  const { value } = asRecord(answer, "getMultipleAccounts");
  const values = asList(value, "value of getMultipleAccounts");
  if (values.length !== pubkeys.length)
    throw new DecodeError(
      `getMultipleAccounts has ${values.length} values for ${pubkeys.length} keys`,
    );
  return values.map((each) => (each === null ? null : parseAccount(each)));
}

async function readSlice(
  rpc: JsonRpcClient,
  pubkey: Address,
  dataSlice: { readonly offset: number; readonly length: number },
  signal: AbortSignal,
) {
  const params = [encodeBase58(pubkey), { ...HEAD, dataSlice }];
  const answer = await rpc.call("getAccountInfo", params, signal);
  const { context, value } = asRecord(answer, "getAccountInfo");
  if (value === null) return null;
  const { slot } = asRecord(context, "context");
  const { owner, data } = parseAccount(value);
  const { offset, length } = dataSlice;
  // Some nodes return all of the data.
  const asked =
    data.length > length ? data.subarray(offset, offset + length) : data;
  return {
    slot: asNatural(slot, "slot of an account"),
    account: { owner, data: asked },
  };
}
