import { encodeBase58 } from "../../../codecs/base58.ts";
import { parseAddress } from "../../../codecs/bytes.ts";
import {
  exactInteger,
  parseRawNumbers,
} from "../../../codecs/rawNumberJson.ts";
import {
  asEncodedBytes,
  asList,
  asNatural,
  asRecord,
  asText,
} from "../../../codecs/json.ts";
import { DecodeError } from "../../../codecs/reader.ts";
import {
  AccountsTooLarge,
  ChainUnavailable,
  type Chain,
  type OnChainAccount,
} from "../../../domain/chain.ts";
import { readTransaction } from "../../decode/readTransaction.ts";
import type { Address } from "../../../domain/values.ts";
import type { TreeBook } from "../../trees/treeBook.ts";
import { connectNodes } from "./failover.ts";
import { NodeUnreachable, RpcError } from "./jsonRpc.ts";
import type { Commitment } from "./nodeBlocks.ts";

/** A caller waits for these answers, so the node gets less time than for indexing. */
const TIMEOUT_MS = 5_000;
/** A transaction has less than 2 MB of JSON. Accounts are asked for in slices that fit. */
const MAX_BYTES = 8 * 2 ** 20;
const noAbort = new AbortController().signal;

/**
 * Reads single transactions and accounts from a node, at the commitment of the index. `trees` are the trees known at the
 * time of the request.
 */
export function openRpcChain(
  urls: readonly URL[],
  trees: () => Promise<TreeBook>,
  commitment: Commitment,
): Chain {
  const rpc = connectNodes(urls, {
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_BYTES,
    parse: (body) => parseRawNumbers(body.toString()),
  });
  const ask: Ask = async (method, subject, more) => {
    const options = { commitment, encoding: "base64", ...more };
    try {
      return await rpc.call(method, [subject, options], noAbort);
    } catch (cause) {
      if (cause instanceof NodeUnreachable || cause instanceof RpcError)
        throw new ChainUnavailable(cause.message, { cause });
      throw cause;
    }
  };
  return {
    async findTransaction(signature) {
      const answer = await ask("getTransaction", encodeBase58(signature), {
        maxSupportedTransactionVersion: 1,
      });
      return answer === null ? null : readTransaction(answer, await trees());
    },
    readAccounts: (keys, maxBytes) => readAccounts(ask, keys, maxBytes),
  };
}

type Ask = (
  method: string,
  subject: unknown,
  options: object,
) => Promise<unknown>;

/**
 * The size of an account is unknown before it is asked for, so all are asked for slices of equal length first, and the
 * ones that are longer a second time.
 */
async function readAccounts(
  ask: Ask,
  keys: readonly Address[],
  maxBytes: number,
): Promise<(OnChainAccount | null)[]> {
  const slice = Math.floor(maxBytes / Math.max(1, keys.length));
  const found = await askForSlices(ask, keys, slice);
  assertWithin(maxBytes, found);
  const cut = [...found.keys()].filter((i) => isCut(found[i]!));
  if (cut.length === 0) return found;
  const whole = await askForSlices(
    ask,
    cut.map((i) => keys[i]!),
    maxBytes,
  );
  cut.forEach((i, at) => (found[i] = whole[at]!));
  assertWithin(maxBytes, found);
  return found;
}

/** An account whose data may be cut off. */
interface SlicedAccount extends OnChainAccount {
  /** The length of its data on chain. */
  readonly space: number;
}

async function askForSlices(
  ask: Ask,
  keys: readonly Address[],
  length: number,
): Promise<(SlicedAccount | null)[]> {
  const names = keys.map((key) => encodeBase58(key));
  const answer = await ask("getMultipleAccounts", names, {
    dataSlice: { offset: 0, length },
  });
  const { value } = asRecord(answer, "getMultipleAccounts");
  return asList(value, "value").map((account) =>
    account === null ? null : readAccount(account),
  );
}

function isCut(account: SlicedAccount | null): boolean {
  return account !== null && account.space > account.data.length;
}

function assertWithin(
  maxBytes: number,
  accounts: readonly (SlicedAccount | null)[],
): void {
  const bytes = accounts
    .map((account) => Math.max(account?.space ?? 0, account?.data.length ?? 0))
    .reduce((a, b) => a + b, 0);
  if (bytes > maxBytes) throw new AccountsTooLarge(`${bytes} bytes`);
}

function readAccount(json: unknown): SlicedAccount {
  const account = asRecord(json, "account");
  const data = asEncodedBytes(account["data"], "data");
  return {
    owner: parseAddress(asText(account["owner"], "owner")),
    lamports: asU64(account["lamports"], "lamports"),
    data,
    space: asNatural(account["space"] ?? data.length, "space"),
    executable: account["executable"] === true,
    rentEpoch: asU64(account["rentEpoch"] ?? 0, "rentEpoch"),
  };
}

function asU64(value: unknown, what: string): bigint {
  const integer = exactInteger(value);
  if (integer === null) throw new DecodeError(`${what} is not a whole number`);
  return integer;
}
