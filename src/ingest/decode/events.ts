import type {
  CompressedAccount,
  PackedOutput,
} from "../../codecs/accounts/compressedAccount.ts";
import { MAX_U64 } from "../../codecs/bigEndian.ts";
import type { TreeSequence } from "../../codecs/events/publicTransactionEvent.ts";
import { DecodeError } from "../../codecs/reader.ts";
import type { TreeEvent } from "../../codecs/events/treeEvent.ts";
import type { QueuedAddress, QueuedNullifier } from "../../domain/update.ts";
import type { Address, Hash } from "../../domain/values.ts";

export interface EventOutput {
  readonly hash: Hash;
  readonly account: CompressedAccount;
  readonly leafIndex: number;
  /** The tree (V1) or the output queue (V2) the account was added to. */
  readonly target: Address;
}

/** Accounts were spent and created. V1 logs this event; in V2 it is assembled from two instructions. */
export interface TransactionEvent {
  readonly kind: "transaction";
  readonly spent: readonly Hash[];
  readonly outputs: readonly EventOutput[];
  readonly sequences: readonly TreeSequence[];
  readonly nullifiers: readonly QueuedNullifier[];
  readonly addresses: readonly QueuedAddress[];
}

export type ChainEvent = TransactionEvent | TreeEvent;

export interface FoundEvents {
  readonly events: readonly ChainEvent[];
  /** Logged events that were ignored because another program than the expected one called noop. */
  readonly forged: number;
}

/** The three lists run in parallel; extra entries of a longer one are ignored. */
export function joinOutputs(
  outputs: readonly PackedOutput[],
  hashes: readonly Hash[],
  leafIndexes: readonly number[],
  keys: readonly Address[],
): EventOutput[] {
  const count = Math.min(outputs.length, hashes.length, leafIndexes.length);
  return outputs.slice(0, count).map(({ account, treeIndex }, i) => ({
    hash: hashes[i]!,
    account,
    leafIndex: leafIndexes[i]!,
    target: keyAt(keys, treeIndex),
  }));
}

/** Each number is the one before plus one: the chain only records the first. */
export function assertU64(value: bigint): bigint {
  if (value > MAX_U64) throw new DecodeError("a count runs past a u64");
  return value;
}

export function keyAt(keys: readonly Address[], index: number): Address {
  const key = keys[index];
  if (!key) throw new DecodeError(`key ${index} of ${keys.length} is named`);
  return key;
}
