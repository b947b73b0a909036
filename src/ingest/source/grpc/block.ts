// Converts blocks and transactions from Yellowstone to the form that all sources use.
import {
  SubscribeUpdateTransactionInfo,
  type SubscribeUpdateBlock,
} from "@triton-one/yellowstone-grpc";
import { LazyInstruction } from "../../../codecs/blocks/jsonTransaction.ts";
import { KeyList } from "../../../codecs/blocks/keyList.ts";
import { DecodeError } from "../../../codecs/reader.ts";
import type {
  Block,
  Instruction,
  InstructionGroup,
  RawTransaction,
  Transaction,
} from "../../../domain/block.ts";
import { asSignature } from "../../../domain/values.ts";

export function readGrpcBlock(update: SubscribeUpdateBlock): Block {
  const { blockTime, blockHeight } = update;
  const inOrder = update.transactions.toSorted(
    (a, b) => Number(a.index) - Number(b.index),
  );
  return {
    slot: Number(update.slot),
    parentSlot: Number(update.parentSlot),
    blockhash: update.blockhash,
    parentBlockhash: update.parentBlockhash,
    blockTime: blockTime ? Number(blockTime.timestamp) : null,
    blockHeight: blockHeight ? Number(blockHeight.blockHeight) : null,
    transactions: inOrder.map(rawGrpcTransaction),
  };
}

/** `bytes` is the protobuf message, kept so that it can be decoded again later. */
function rawGrpcTransaction(
  info: SubscribeUpdateTransactionInfo,
): RawTransaction {
  return {
    read: () => readTransaction(info),
    bytes: () => SubscribeUpdateTransactionInfo.encode(info).finish(),
  };
}

type Info = SubscribeUpdateTransactionInfo;
type Message = NonNullable<NonNullable<Info["transaction"]>["message"]>;
type Meta = NonNullable<Info["meta"]>;

function readTransaction({ signature, transaction, meta }: Info): Transaction {
  const message = transaction?.message;
  if (!message || !meta) throw new DecodeError("a transaction without content");
  if (signature.length !== 64) throw new DecodeError("not a signature");
  const keys = keysOf(message, meta);
  return {
    signature: asSignature(signature),
    failed: meta.err !== undefined,
    mentions: (key) => keys.includes(key),
    get groups() {
      return readGroups(message, meta, keys);
    },
  };
}

/** Keys of the message, then keys loaded from lookup tables, writable ones first. */
function keysOf(message: Message, meta: Meta): KeyList {
  const keys = [
    ...message.accountKeys,
    ...meta.loadedWritableAddresses,
    ...meta.loadedReadonlyAddresses,
  ];
  if (keys.some((key) => key.length !== 32))
    throw new DecodeError("a key must have 32 bytes");
  return new KeyList(Buffer.concat(keys), []);
}

function readGroups(
  message: Message,
  meta: Meta,
  keys: KeyList,
): InstructionGroup[] {
  const groups = message.instructions.map((outer): Instruction[] => [
    readInstruction(keys, outer, 1),
  ]);
  for (const { index, instructions } of meta.innerInstructions) {
    const group = groups[index];
    if (!group)
      throw new DecodeError("inner instructions without an outer instruction");
    for (const inner of instructions)
      group.push(readInstruction(keys, inner, inner.stackHeight ?? null));
  }
  return groups;
}

function readInstruction(
  keys: KeyList,
  { programIdIndex, accounts, data }: Message["instructions"][number],
  stackHeight: number | null,
): Instruction {
  const indexed = {
    programIndex: programIdIndex,
    accountIndexes: accounts,
    data,
  };
  return new LazyInstruction(keys, indexed, stackHeight);
}
