import { decodeWireTransaction } from "../../../codecs/blocks/wireTransaction.ts";
import { decodeBase58, encodeBase58 } from "../base58.ts";
import { bytesOf } from "../decodeAccount.ts";
import type { RawInstruction, RawTransaction } from "../items.ts";

export interface Instruction {
  readonly program: string;
  readonly data: Uint8Array;
  /** 0 for an instruction of the transaction itself, 1 for one that a program invoked. */
  readonly depth: number;
}

/** What the message of a transaction contains. */
export interface ReadTransaction {
  readonly signers: readonly string[];
  /** In the order of execution. */
  readonly instructions: readonly Instruction[];
}

const KEY = 32;
/** Only transactions of version 1 begin with their version, then the number of signers. */
const VERSION_1 = 0x81;

/** Null for transactions in a format that this page does not know. */
export function readTransaction(raw: RawTransaction): ReadTransaction | null {
  try {
    return read(raw);
  } catch {
    return null;
  }
}

function read({ transaction, meta }: RawTransaction): ReadTransaction {
  const bytes = bytesOf(transaction[0]);
  const { staticKeys, instructions } = decodeWireTransaction(bytes);
  const keys = [
    ...split(staticKeys),
    ...(meta?.loadedAddresses?.writable ?? []),
    ...(meta?.loadedAddresses?.readonly ?? []),
  ];
  const inner = (each: RawInstruction): Instruction => ({
    program: keys[each.programIdIndex] ?? "",
    data: decodeBase58(each.data) ?? new Uint8Array(),
    depth: 1,
  });
  const innerOf = (at: number) =>
    (meta?.innerInstructions ?? [])
      .filter(({ index }) => index === at)
      .flatMap((group) => group.instructions.map(inner));
  return {
    signers: keys.slice(0, bytes[0] === VERSION_1 ? bytes[1] : bytes[0]),
    instructions: instructions.flatMap(({ programIndex, data }, at) => [
      { program: keys[programIndex] ?? "", data, depth: 0 },
      ...innerOf(at),
    ]),
  };
}

function split(keys: Uint8Array): string[] {
  const count = keys.length / KEY;
  return Array.from({ length: count }, (_, i) =>
    encodeBase58(keys.subarray(i * KEY, (i + 1) * KEY)),
  );
}
