import { mapKey, sameBytes } from "../../codecs/bytes.ts";
import {
  decodeInsertIntoQueues,
  INSERT_INTO_QUEUES,
  QUEUE_FIXED_ACCOUNTS,
} from "../../codecs/events/insertIntoQueues.ts";
import {
  ACCOUNT_COMPRESSION,
  LIGHT_SYSTEM,
  REGISTERED_PROGRAM,
  SOLANA_SYSTEM,
} from "../../codecs/programs.ts";
import type { TreeSequence } from "../../codecs/events/publicTransactionEvent.ts";
import { DecodeError } from "../../codecs/reader.ts";
import {
  decodeSystemInstruction,
  readDiscriminator,
  SystemDiscriminator,
} from "../../codecs/events/systemInstruction.ts";
import type { Instruction, InstructionGroup } from "../../domain/block.ts";
import type { Address } from "../../domain/values.ts";
import {
  assertU64,
  joinOutputs,
  keyAt,
  type TransactionEvent,
} from "./events.ts";

/** An event takes its contents from the system instruction and its hashes from the compression instruction. */
interface Execution {
  readonly system: Instruction;
  readonly insert: Instruction;
}

export function findQueueEvents(group: InstructionGroup): TransactionEvent[] {
  return findExecutions(group).map(assembleEvent);
}

type Role = "transfer" | "system" | "insert" | "other";
/** A discriminator and a length. A fee transfer is exactly this long. */
const SHORTEST_DATA = 12;

/** Data and accounts are only read for relevant programs, because decoding them is expensive. */
function roleOf(instruction: Instruction): Role {
  const role = roleOfProgram(instruction.program);
  if (role === "other") return role;
  const { data } = instruction;
  if (data.length < SHORTEST_DATA) return "other";
  if (role === "transfer") return role;
  const discriminator = readDiscriminator(data);
  const isThatRole =
    role === "system"
      ? discriminator !== SystemDiscriminator.createCpiContext
      : discriminator === INSERT_INTO_QUEUES && isRegistered(instruction);
  return isThatRole ? role : "other";
}

function isRegistered({ accounts }: Instruction): boolean {
  return accounts.length > 2 && sameBytes(accounts[1]!, REGISTERED_PROGRAM);
}

function roleOfProgram(program: Address): Role {
  if (sameBytes(program, SOLANA_SYSTEM)) return "transfer";
  if (sameBytes(program, LIGHT_SYSTEM)) return "system";
  return sameBytes(program, ACCOUNT_COMPRESSION) ? "insert" : "other";
}

function findExecutions(group: InstructionGroup): Execution[] {
  const roles = group.map(roleOf);
  return group.flatMap((insert, at) => {
    const system = roles[at] === "insert" ? findSystem(roles, at) : null;
    return system === null ? [] : [{ system: group[system]!, insert }];
  });
}

/** The system instruction directly before the fee transfers. There is at least one transfer. */
function findSystem(roles: readonly Role[], insert: number): number | null {
  let at = insert - 1;
  while (at >= 0 && roles[at] === "transfer") at--;
  return at < insert - 1 && roles[at] === "system" ? at : null;
}

function assembleEvent({ system, insert }: Execution): TransactionEvent {
  const { outputs, fixedAccounts } = decodeSystemInstruction(system.data);
  if (system.accounts.length < fixedAccounts)
    throw new DecodeError("the system instruction has too few accounts");
  const queues = decodeInsertIntoQueues(insert.data);
  const trees = insert.accounts.slice(QUEUE_FIXED_ACCOUNTS);
  const { transactionHash } = queues;
  return {
    kind: "transaction",
    spent: queues.nullifiers.map(({ hash }) => hash),
    outputs: joinOutputs(
      [...queues.contextOutputs, ...outputs],
      queues.leaves,
      queues.leafIndexes,
      system.accounts.slice(fixedAccounts),
    ),
    sequences: queues.outputSequences,
    nullifiers: numbered(queues.nullifiers, trees, queues.inputSequences).map(
      ({ item, tree, queueIndex }) => ({
        hash: item.hash,
        tree,
        queueIndex,
        transactionHash,
      }),
    ),
    addresses: numbered(queues.addresses, trees, queues.addressSequences).map(
      ({ item, tree, queueIndex }) => ({
        address: item.address,
        tree,
        queueIndex,
      }),
    ),
  };
}

/**
 * Gives each item its index in its tree's queue: the first item of a tree gets the tree's sequence number, each further
 * item one more. Trees without a sequence number are V1 trees, which have no such queue.
 */
function numbered<Item extends { readonly treeIndex: number }>(
  items: readonly Item[],
  trees: readonly Address[],
  sequences: readonly TreeSequence[],
) {
  const next = new Map(sequences.map(({ tree, seq }) => [mapKey(tree), seq]));
  return items.flatMap((item) => {
    const tree = keyAt(trees, item.treeIndex);
    const queueIndex = next.get(mapKey(tree));
    if (queueIndex === undefined) return [];
    next.set(mapKey(tree), queueIndex + 1n);
    return [{ item, tree, queueIndex: assertU64(queueIndex) }];
  });
}
