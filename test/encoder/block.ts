import { encodeBase58 } from "../../src/codecs/base58.ts";
import type { BlockHeader, InstructionGroup } from "../../src/domain/block.ts";
import type { Signature, Slot } from "../../src/domain/values.ts";
import { encodeLongBase58 } from "./longBase58.ts";
import { compileMessage, type CompiledMessage } from "./message.ts";
import { encodeWire, type MessageVersion } from "./wire.ts";

export interface TransactionContent {
  readonly signature: Signature;
  readonly groups: readonly InstructionGroup[];
  readonly failed?: boolean;
  readonly version?: MessageVersion;
  /** Load from a lookup table every key that a message may load; version 0 only. */
  readonly lookups?: boolean;
}

export interface BlockContent {
  readonly slot: Slot;
  readonly parentSlot?: Slot;
  readonly blockhash?: string;
  readonly parentBlockhash?: string;
  readonly blockTime?: number | null;
  readonly blockHeight?: number | null;
  readonly transactions: readonly TransactionContent[];
}

/** The block as a getBlock response (base64, full transactions). */
export function encodeBlock(content: BlockContent) {
  const { slot, parentSlot = slot - 1 } = content;
  return {
    blockhash: content.blockhash ?? blockhashOf(slot),
    previousBlockhash: content.parentBlockhash ?? blockhashOf(parentSlot),
    parentSlot,
    blockTime: content.blockTime ?? null,
    blockHeight: content.blockHeight ?? null,
    transactions: content.transactions.map(encodeTransaction),
  };
}

/** The header of a synthetic block that follows the block of the slot before. */
export function headerOf(slot: Slot): BlockHeader {
  return {
    slot,
    parentSlot: slot - 1,
    blockhash: blockhashOf(slot),
    parentBlockhash: blockhashOf(slot - 1),
    blockTime: 1_750_000_000 + slot,
    blockHeight: slot,
  };
}

/** A synthetic hash derived from the slot. */
export function blockhashOf(slot: Slot): string {
  const bytes = Buffer.alloc(32, 1);
  bytes.writeBigUInt64BE(BigInt(Math.max(slot, 0)));
  return encodeBase58(bytes);
}

export function encodeTransaction(content: TransactionContent) {
  const { signature, groups, version = "legacy", lookups = false } = content;
  const message = compileMessage(groups, lookups);
  const wire = encodeWire(version, signature, message);
  return {
    meta: {
      err: content.failed ? { InstructionError: [0, { Custom: 1 }] } : null,
      innerInstructions: encodeInner(groups, message),
      loadedAddresses: {
        writable: message.writable.map(encodeBase58),
        readonly: message.readonly.map(encodeBase58),
      },
    },
    transaction: [Buffer.from(wire).toString("base64"), "base64"],
    version,
  };
}

function encodeInner(
  groups: readonly InstructionGroup[],
  message: CompiledMessage,
) {
  return groups
    .map((group, index) => ({ index, inner: group.slice(1) }))
    .filter(({ inner }) => inner.length > 0)
    .map(({ index, inner }) => ({
      index,
      instructions: inner.map(({ program, accounts, data, stackHeight }) => ({
        programIdIndex: message.indexOf(program),
        accounts: accounts.map(message.indexOf),
        data: encodeLongBase58(data),
        ...(stackHeight === null ? {} : { stackHeight }),
      })),
    }));
}
