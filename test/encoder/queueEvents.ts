import {
  ACCOUNT_COMPRESSION,
  LIGHT_SYSTEM,
  REGISTERED_PROGRAM,
} from "../../src/codecs/programs.ts";
import { mapKey } from "../../src/codecs/bytes.ts";
import { INSERT_INTO_QUEUES } from "../../src/codecs/events/insertIntoQueues.ts";
import type { Account } from "../../src/domain/account.ts";
import type { InstructionGroup } from "../../src/domain/block.ts";
import { TreeType } from "../../src/domain/tree.ts";
import { asAddress, type Address } from "../../src/domain/values.ts";
import {
  firstSequences,
  KeyTable,
  outputSequences,
  targetOf,
  writeAccount,
  type Change,
  type FirstSequence,
} from "./change.ts";
import { feeTransfer, instruction } from "./groups.ts";
import {
  encodeSystemInstruction,
  type SystemForm,
} from "./systemInstruction.ts";
import { ByteWriter } from "../../src/codecs/writer.ts";

export interface QueueEventOptions {
  readonly form?: SystemForm;
  /** How many of the created accounts, from the first on, come from a CPI context. */
  readonly fromContext?: number;
}

const ANY_KEY = asAddress(new Uint8Array(32).fill(7));

/** A V2 event: the system instruction, a fee transfer, and the compression program's insertion into queues. */
export function queueEvent(
  change: Change,
  { form = "invoke", fromContext = 0 }: QueueEventOptions = {},
): InstructionGroup {
  const created = change.created ?? [];
  const packed = new KeyTable();
  const packedIndex = (account: Account) => packed.indexOf(targetOf(account));
  created.forEach(packedIndex);
  const { data, fixedAccounts } = encodeSystemInstruction(
    form,
    created.slice(fromContext),
    packedIndex,
  );
  const fixed = Array.from({ length: fixedAccounts }, () => ANY_KEY);
  return [
    instruction(LIGHT_SYSTEM, 1, {
      data,
      accounts: [...fixed, ...packed.keys],
    }),
    feeTransfer(2),
    insertIntoQueues(change, created.slice(0, fromContext), packedIndex),
  ];
}

function insertIntoQueues(
  change: Change,
  fromContext: readonly Account[],
  packedIndex: (account: Account) => number,
) {
  const { created = [], addresses = [] } = change;
  const trees = new KeyTable();
  const writer = new ByteWriter().u64(INSERT_INTO_QUEUES).u32(0).zeros(6);
  writer.bytes(change.nullifiers?.[0]?.transactionHash ?? new Uint8Array(32));
  writer
    .u8(created.length)
    .items(created, (account) =>
      writer.u8(trees.indexOf(targetOf(account))).bytes(account.hash),
    );
  writeNullifiers(writer, change, trees);
  writer
    .u8(addresses.length)
    .items(addresses, ({ address, tree }) =>
      writer.bytes(address).u8(trees.indexOf(tree)).u8(0),
    );
  writeSequences(writer, outputSequences(created));
  writeSequences(writer, queueSequences(change.nullifiers ?? []));
  writeSequences(writer, queueSequences(addresses));
  writer.u8(created.length).items(created, (a) => writer.u32(a.leafIndex));
  writer.vector(fromContext, (account) =>
    writeAccount(writer, account).u8(packedIndex(account)),
  );
  const accounts = [ANY_KEY, REGISTERED_PROGRAM, ...trees.keys, ANY_KEY];
  return instruction(ACCOUNT_COMPRESSION, 2, { accounts, data: writer.done() });
}

/** Spent accounts without a queue entry belong to V1 trees, here to a tree without a sequence number. */
function writeNullifiers(writer: ByteWriter, change: Change, trees: KeyTable) {
  const { spent = [], nullifiers = [] } = change;
  const treeOf = new Map(nullifiers.map((n) => [mapKey(n.hash), n.tree]));
  writer.u8(spent.length).items(spent, (hash) => {
    const tree = treeOf.get(mapKey(hash)) ?? ANY_KEY;
    writer.bytes(hash).zeros(5).u8(trees.indexOf(tree)).u8(0);
  });
}

function queueSequences(
  queued: readonly { readonly tree: Address; readonly queueIndex: bigint }[],
): FirstSequence[] {
  return firstSequences(
    queued.map(({ tree, queueIndex }) => ({
      tree,
      queue: tree,
      treeType: TreeType.StateV2,
      seq: queueIndex,
    })),
  );
}

/** The chain allocates more slots than it needs, and the rest stays zero. */
function writeSequences(
  writer: ByteWriter,
  sequences: readonly FirstSequence[],
): void {
  writer.u8(sequences.length + 1);
  writer.items(sequences, ({ tree, queue, treeType, seq }) =>
    writer.bytes(tree).bytes(queue).u64(BigInt(treeType)).u64(seq),
  );
  writer.zeros(80);
}
