import { sameBytes } from "../../codecs/bytes.ts";
import { ACCOUNT_COMPRESSION, VOTE } from "../../codecs/programs.ts";
import { DecodeError } from "../../codecs/reader.ts";
import type {
  Block,
  BlockHeader,
  InstructionGroup,
  RawTransaction,
  Transaction,
} from "../../domain/block.ts";
import type { SetAside } from "../../domain/update.ts";
import type { Signature } from "../../domain/values.ts";
import { reasonOf } from "./reasonOf.ts";
import type { ChainEvent, FoundEvents } from "./events.ts";
import { findLoggedEvents } from "./eventsV1.ts";
import { findQueueEvents } from "./eventsV2.ts";

/** A successful transaction with events whose trees are not looked up yet. */
export interface DecodedTransaction {
  readonly signature: Signature;
  readonly index: number;
  readonly events: readonly ChainEvent[];
  readonly raw: Pick<RawTransaction, "bytes">;
}

export interface DecodedBlock extends Pick<FoundEvents, "forged"> {
  readonly header: BlockHeader;
  readonly transactions: readonly DecodedTransaction[];
  readonly others: readonly Signature[];
  readonly setAside: readonly SetAside[];
}

/** Finds the compression events of a block. Never throws: each transaction that cannot be decoded is set aside. */
export function decodeBlock(block: Block): DecodedBlock {
  const { transactions: raws, ...header } = block;
  const transactions: DecodedTransaction[] = [];
  const others: Signature[] = [];
  const setAside: SetAside[] = [];
  let forged = 0;
  for (const [index, raw] of raws.entries()) {
    let signature: Signature | null = null;
    try {
      const transaction = raw.read();
      if (transaction.failed) continue;
      signature = transaction.signature;
      const found = findEvents(transaction);
      forged += found.forged;
      if (found.events.length > 0)
        transactions.push({ signature, index, events: found.events, raw });
      else if (!isVote(transaction)) others.push(signature);
    } catch (error) {
      const reason = reasonOf(error);
      setAside.push({ signature, index, reason, bytes: raw.bytes() });
    }
  }
  return { header, transactions, others, setAside, forged };
}

const NOTHING: FoundEvents = { events: [], forged: 0 };

function findEvents(transaction: Transaction): FoundEvents {
  if (!transaction.mentions(ACCOUNT_COMPRESSION)) return NOTHING;
  const events: ChainEvent[] = [];
  let forged = 0;
  for (const group of transaction.groups) {
    const found = findGroupEvents(group);
    events.push(...found.events);
    forged += found.forged;
  }
  assertIndexable(events);
  return { events, forged };
}

/** If a transaction uses queues, only those count. Logged events count only if no queue insertion can be read. */
function findGroupEvents(group: InstructionGroup): FoundEvents {
  let unreadable: DecodeError | null = null;
  try {
    const events = findQueueEvents(group);
    if (events.length > 0) return { events, forged: 0 };
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    unreadable = error;
  }
  const logged = findLoggedEvents(group);
  if (unreadable && logged.events.length === 0) throw unreadable;
  return logged;
}

/** Programs stopped logging changelogs before the first public tree was created, so their meaning is undefined here. */
function assertIndexable(events: readonly ChainEvent[]): void {
  if (events.some(({ kind }) => kind === "changelog"))
    throw new DecodeError(
      "a changelog event, which current programs do not write",
    );
}

function isVote(transaction: Transaction): boolean {
  if (!transaction.mentions(VOTE)) return false;
  return transaction.groups.some(([outer]) =>
    outer ? sameBytes(outer.program, VOTE) : false,
  );
}
