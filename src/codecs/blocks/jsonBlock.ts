import type { Block } from "../../domain/block.ts";
import type { Slot } from "../../domain/values.ts";
import { decodeBase58 } from "../base58.ts";
import { asList, asNatural, asRecord, asText } from "../json.ts";
import { rawJsonTransaction } from "./jsonTransaction.ts";
import { DecodeError } from "../reader.ts";

/**
 * The response of getBlock (encoding base64, full transactions). The caller passes the slot, which the response lacks.
 * A malformed header throws, because it makes the block unusable; transactions are read one by one later.
 */
export function readJsonBlock(slot: Slot, json: unknown): Block {
  const what = `block ${slot}`;
  const block = asRecord(json, what);
  const { blockTime, blockHeight } = block;
  return {
    slot,
    parentSlot: asNatural(block["parentSlot"], `parentSlot of ${what}`),
    blockhash: blockhash(block["blockhash"], `blockhash of ${what}`),
    parentBlockhash: blockhash(
      block["previousBlockhash"],
      `previousBlockhash of ${what}`,
    ),
    blockTime: orNull(blockTime, asInteger, `blockTime of ${what}`),
    blockHeight: orNull(blockHeight, asNatural, `blockHeight of ${what}`),
    transactions: asList(block["transactions"], `transactions of ${what}`).map(
      rawJsonTransaction,
    ),
  };
}

function blockhash(value: unknown, what: string): string {
  const text = asText(value, what);
  if (!decodeBase58(text, 32)) {
    throw new DecodeError(`${what} is not the base58 of 32 bytes`);
  }
  return text;
}

function asInteger(value: unknown, what: string): number {
  if (!Number.isSafeInteger(value)) {
    throw new DecodeError(`${what} is not an integer`);
  }
  return value as number;
}

function orNull<T>(
  value: unknown,
  read: (value: unknown, what: string) => T,
  what: string,
): T | null {
  return value === null || value === undefined ? null : read(value, what);
}
