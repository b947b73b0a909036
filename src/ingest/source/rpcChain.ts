import { encodeBase58 } from "../../codecs/base58.ts";
import { parseAddress } from "../../codecs/bytes.ts";
import { exactInteger, parseExactJson } from "../../codecs/exactJson.ts";
import { asEncodedBytes, asList, asRecord, asText } from "../../codecs/json.ts";
import { DecodeError } from "../../codecs/reader.ts";
import {
  ChainUnavailable,
  type Chain,
  type OnChainAccount,
} from "../../domain/chain.ts";
import { readTransaction } from "../decode/readTransaction.ts";
import type { TreeBook } from "../trees/treeBook.ts";
import { connectNodes } from "./failover.ts";
import { NodeUnreachable, RpcError } from "./jsonRpc.ts";

/** A caller waits for these answers, so the node gets less time than for indexing. */
const TIMEOUT_MS = 5_000;
const AS_INDEXED = { commitment: "confirmed", encoding: "base64" };
const never = new AbortController().signal;

/** Reads single transactions and accounts from a node. `trees` are the trees known at the time of the request. */
export function openRpcChain(
  urls: readonly URL[],
  trees: () => Promise<TreeBook>,
): Chain {
  const rpc = connectNodes(urls, {
    timeoutMs: TIMEOUT_MS,
    parse: parseExactJson,
  });
  const ask = async (method: string, params: unknown): Promise<unknown> => {
    try {
      return await rpc.call(method, params, never);
    } catch (cause) {
      if (cause instanceof NodeUnreachable || cause instanceof RpcError)
        throw new ChainUnavailable(cause.message, { cause });
      throw cause;
    }
  };
  return {
    async findTransaction(signature) {
      const options = { ...AS_INDEXED, maxSupportedTransactionVersion: 1 };
      const params = [encodeBase58(signature), options];
      const answer = await ask("getTransaction", params);
      return answer === null ? null : readTransaction(answer, await trees());
    },
    async readAccounts(keys) {
      const params = [keys.map((key) => encodeBase58(key)), AS_INDEXED];
      const answer = await ask("getMultipleAccounts", params);
      const { value } = asRecord(answer, "getMultipleAccounts");
      return asList(value, "value").map((account) =>
        account === null ? null : readAccount(account),
      );
    },
  };
}

function readAccount(json: unknown): OnChainAccount {
  const account = asRecord(json, "account");
  return {
    owner: parseAddress(asText(account["owner"], "owner")),
    lamports: asU64(account["lamports"], "lamports"),
    data: asEncodedBytes(account["data"], "data"),
    executable: account["executable"] === true,
    rentEpoch: asU64(account["rentEpoch"] ?? 0, "rentEpoch"),
  };
}

function asU64(value: unknown, what: string): bigint {
  const integer = exactInteger(value);
  if (integer === null) throw new DecodeError(`${what} is not a whole number`);
  return integer;
}
