// Blocks as the reference indexer stores them in its snapshots: bincode, with fixed-width little-endian numbers,
// u64 lengths, and a tag byte before optional values.
import type {
  Block,
  Instruction,
  InstructionGroup,
  RawTransaction,
} from "../../domain/block.ts";
import { asSignature, type Address } from "../../domain/values.ts";
import { sameBytes } from "../bytes.ts";
import { asSafeNumber, type ByteReader } from "../reader.ts";

/** Reads one block record and advances the reader past it. */
export function readBincodeBlock(reader: ByteReader): Block {
  const slot = natural(reader);
  const parentSlot = natural(reader);
  const blockTime = Number(BigInt.asIntN(64, reader.u64()));
  const blockhash = text(reader);
  const parentBlockhash = text(reader);
  const blockHeight = natural(reader);
  const transactions = list(reader, 8 + 64 + 1, readTransaction);
  return {
    ...{ slot, parentSlot, blockhash, parentBlockhash, blockTime, blockHeight },
    transactions,
  };
}

function readTransaction(reader: ByteReader): RawTransaction {
  const start = reader.position;
  const groups = list(reader, 3 * 8 + 32, readGroup);
  const signature = asSignature(reader.bytes(64));
  const failed = reader.option(text) !== null;
  const bytes = reader.since(start);
  return {
    read: () => ({
      signature,
      failed,
      mentions: (key) => groups.some((group) => groupMentions(group, key)),
      groups,
    }),
    bytes: () => bytes,
  };
}

function readGroup(reader: ByteReader): InstructionGroup {
  return [readInstruction(reader), ...list(reader, 48, readInstruction)];
}

/** The format does not record call heights. */
function readInstruction(reader: ByteReader): Instruction {
  const program = reader.address();
  const data = reader.bytes(natural(reader));
  const accounts = list(reader, 32, (r) => r.address());
  return { program, accounts, data, stackHeight: null };
}

function groupMentions(group: InstructionGroup, key: Address): boolean {
  return group.some(
    ({ program, accounts }) =>
      sameBytes(program, key) || accounts.some((a) => sameBytes(a, key)),
  );
}

function list<T>(
  reader: ByteReader,
  minSize: number,
  read: (reader: ByteReader) => T,
): T[] {
  return reader.items(natural(reader), minSize, read);
}

function text(reader: ByteReader): string {
  return Buffer.from(reader.bytes(natural(reader))).toString("utf8");
}

function natural(reader: ByteReader): number {
  return asSafeNumber(reader.u64());
}
