import { sameBytes } from "../../codecs/bytes.ts";
import {
  ACCOUNT_COMPRESSION,
  LIGHT_SYSTEM,
  NOOP,
  SOLANA_SYSTEM,
} from "../../codecs/programs.ts";
import { decodePublicTransactionEvent } from "../../codecs/events/publicTransactionEvent.ts";
import { DecodeError } from "../../codecs/reader.ts";
import {
  decodeTreeEvent,
  type TreeEvent,
} from "../../codecs/events/treeEvent.ts";
import type { Instruction, InstructionGroup } from "../../domain/block.ts";
import {
  joinOutputs,
  type ChainEvent,
  type FoundEvents,
  type TransactionEvent,
} from "./events.ts";

/** Fee transfers between the compression program and the event: one, or two if a tree charges a rollover fee. */
const MAX_TRANSFERS = 2;

/** Finds events logged through noop after calls of the compression program. */
export function findLoggedEvents(group: InstructionGroup): FoundEvents {
  const heights = stackHeights(group);
  const events: ChainEvent[] = [];
  let forged = 0;
  for (const [at, instruction] of group.entries()) {
    if (!sameBytes(instruction.program, ACCOUNT_COMPRESSION)) continue;
    const noop = findNoop(group, at);
    if (noop === null) continue;
    const isTreeEvent = noop === at + 1;
    const event = isTreeEvent ? readTreeEvent(group[noop]!) : null;
    if (isTreeEvent && !event) continue;
    if (heights && !isGenuine(group, heights, at, noop)) forged++;
    else events.push(event ?? readTransactionEvent(group[noop]!));
  }
  return { events, forged };
}

/** Position of the next noop, with only a few transfers in between. */
function findNoop(group: InstructionGroup, after: number): number | null {
  for (let at = after + 1; at <= after + 1 + MAX_TRANSFERS; at++) {
    const program = group[at]?.program;
    if (!program) return null;
    if (sameBytes(program, NOOP)) return at;
    if (!sameBytes(program, SOLANA_SYSTEM)) return null;
  }
  return null;
}

function readTransactionEvent({ data }: Instruction): TransactionEvent {
  const event = decodePublicTransactionEvent(data);
  const { outputs, outputHashes, leafIndexes, keys } = event;
  return {
    kind: "transaction",
    spent: event.inputs,
    outputs: joinOutputs(outputs, outputHashes, leafIndexes, keys),
    sequences: event.sequences,
    nullifiers: [],
    addresses: [],
  };
}

/** Bytes directly after the compression program need not be a tree event; others are ignored. */
function readTreeEvent({ data }: Instruction): TreeEvent | null {
  try {
    return decodeTreeEvent(data);
  } catch (error) {
    if (error instanceof DecodeError) return null;
    throw error;
  }
}

/** Null unless the source provides all of them. */
function stackHeights(group: InstructionGroup): readonly number[] | null {
  const heights = group.map(({ stackHeight }) => stackHeight);
  return heights.every((height) => height !== null) ? heights : null;
}

/**
 * Anyone can call the compression program and then noop with made-up bytes. A tree event is genuine when the compression
 * program itself called noop; a transaction event when the Light system program called both. Heights show the caller.
 * Either program may pay the fees in between: a transaction without new accounts ends with one the caller pays.
 */
function isGenuine(
  group: InstructionGroup,
  heights: readonly number[],
  at: number,
  noop: number,
): boolean {
  const height = heights[at]!;
  if (noop === at + 1) return heights[noop] === height + 1;
  if (heights[noop] !== height) return false;
  // Searches backwards from noop, so that a transfer at the caller's own height is found instead of the caller.
  const caller = group[heights.lastIndexOf(height - 1, noop)];
  return caller !== undefined && sameBytes(caller.program, LIGHT_SYSTEM);
}
