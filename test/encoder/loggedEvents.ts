import {
  ACCOUNT_COMPRESSION,
  LIGHT_SYSTEM,
  NOOP,
} from "../../src/codecs/programs.ts";
import { TreeType } from "../../src/domain/tree.ts";
import type { InstructionGroup } from "../../src/domain/block.ts";
import type { TreeEvent } from "../../src/codecs/events/treeEvent.ts";
import {
  KeyTable,
  outputSequences,
  targetOf,
  writeAccount,
  type Change,
} from "./change.ts";
import { feeTransfer, instruction } from "./groups.ts";
import { ByteWriter } from "../../src/codecs/writer.ts";

export interface LoggedEventOptions {
  /** One, or two if a tree charges a rollover fee. */
  readonly transfers?: 1 | 2;
  /** Append the empty list of token account owners that newer programs write. */
  readonly withAtaOwners?: boolean;
}

/** A V1 transaction event as the Light system program logs it. */
export function loggedEvent(
  change: Change,
  { transfers = 1, withAtaOwners = false }: LoggedEventOptions = {},
): InstructionGroup {
  const data = encodePublicTransactionEvent(change, withAtaOwners);
  return [
    instruction(LIGHT_SYSTEM, 1),
    instruction(ACCOUNT_COMPRESSION, 2),
    ...Array.from({ length: transfers }, () => feeTransfer(3)),
    instruction(NOOP, 2, { data }),
  ];
}

export function encodePublicTransactionEvent(
  { created = [], spent = [] }: Change,
  withAtaOwners = false,
): Uint8Array {
  const writer = new ByteWriter();
  const table = new KeyTable();
  writer.vector(spent, (hash) => writer.bytes(hash));
  writer.vector(created, ({ hash }) => writer.bytes(hash));
  writer.vector(created, (account) =>
    writeAccount(writer, account).u8(table.indexOf(targetOf(account))),
  );
  writer.vector(created, ({ leafIndex }) => writer.u32(leafIndex));
  const inV1 = outputSequences(created).filter(
    ({ treeType }) => treeType === TreeType.StateV1,
  );
  writer.vector(inV1, ({ tree, seq }) => writer.bytes(tree).u64(seq));
  writer.u8(0).bool(false).u8(0); // no relay fee, no lamports moved
  writer.vector(table.keys, (key) => writer.bytes(key));
  writer.u8(0); // no message
  if (withAtaOwners) writer.u32(0);
  return writer.done();
}

/** A tree event as the compression program logs it. */
export function treeEvent(event: TreeEventContent): InstructionGroup {
  return [
    instruction(ACCOUNT_COMPRESSION, 1),
    instruction(NOOP, 2, { data: encodeTreeEvent(event) }),
  ];
}

export type TreeEventContent = TreeEvent;

const TAGS = {
  changelog: 0,
  nullifier: 1,
  indexedUpdate: 2,
  append: 3,
  nullify: 4,
  addressAppend: 5,
} as const;

/** Fields that the index does not read are zero. */
export function encodeTreeEvent(event: TreeEventContent): Uint8Array {
  const writer = new ByteWriter().u8(TAGS[event.kind]).bytes(event.tree);
  switch (event.kind) {
    case "changelog":
      return writer.u32(0).u64(1n).u32(0).done();
    case "nullifier":
      writer.vector(event.leafIndexes, (index) => writer.u64(index));
      return writer.u64(event.seq).done();
    case "indexedUpdate":
      writer.vector(event.elements, ({ value, index }) =>
        writer.zeros(112).bytes(value).zeros(40).u64(index).zeros(32),
      );
      return writer.u64(event.seq).done();
    default:
      return writer
        .zeros(3 * 8)
        .u64(event.oldNextIndex)
        .u64(event.newNextIndex)
        .bytes(event.newRoot)
        .zeros(4)
        .u64(event.sequenceNumber)
        .u8(0)
        .done();
  }
}
