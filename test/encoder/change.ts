import type { Account } from "../../src/domain/account.ts";
import { TreeType } from "../../src/domain/tree.ts";
import type {
  QueuedAddress,
  QueuedNullifier,
} from "../../src/domain/update.ts";
import type { Address, Hash } from "../../src/domain/values.ts";
import { mapKey, sameBytes } from "../../src/codecs/bytes.ts";
import type { ByteWriter } from "../../src/codecs/writer.ts";

/** The content of one event: the part of a TransactionUpdate that decoding the event gives. */
export interface Change {
  readonly created?: readonly Account[];
  readonly spent?: readonly Hash[];
  /** The spent accounts that are in the queue of a V2 tree; V2 events only. */
  readonly nullifiers?: readonly QueuedNullifier[];
  /** V2 events only. */
  readonly addresses?: readonly QueuedAddress[];
}

/** Keys in order of first use, and the index of each. */
export class KeyTable {
  readonly keys: Address[] = [];

  indexOf(key: Address): number {
    const found = this.keys.findIndex((known) => sameBytes(known, key));
    return found >= 0 ? found : this.keys.push(key) - 1;
  }
}

export interface FirstSequence {
  readonly tree: Address;
  readonly queue: Address;
  readonly treeType: TreeType;
  readonly seq: bigint;
}

/** The key that an output refers to: V1 the tree, V2 the output queue. */
export function targetOf(account: Account): Address {
  return account.treeType === TreeType.StateV1 ? account.tree : account.queue;
}

/** The first sequence number of each tree. Checks that the others are consecutive, because events cannot encode gaps. */
export function firstSequences(
  numbered: readonly FirstSequence[],
): FirstSequence[] {
  const seen = new Map<string, { first: FirstSequence; next: bigint }>();
  for (const each of numbered) {
    const known = seen.get(mapKey(each.tree));
    if (known && known.next !== each.seq)
      throw new Error(`sequence ${each.seq.toString()} leaves a gap`);
    const first = known?.first ?? each;
    seen.set(mapKey(each.tree), { first, next: each.seq + 1n });
  }
  return [...seen.values()].map(({ first }) => first);
}

/** Sequence numbers of new accounts: V1 trees count appends, output queues of V2 trees count leaves. */
export function outputSequences(created: readonly Account[]): FirstSequence[] {
  return firstSequences(
    created.map(({ tree, queue, treeType, seq, leafIndex }) => ({
      tree,
      queue,
      treeType,
      seq: seq ?? BigInt(leafIndex),
    })),
  );
}

export function writeAccount(writer: ByteWriter, account: Account): ByteWriter {
  const { owner, lamports, address, data } = account;
  return writer
    .bytes(owner)
    .u64(lamports)
    .option(address, (bytes) => writer.bytes(bytes))
    .option(data, (content) =>
      writer
        .u64(content.discriminator)
        .u32(content.data.length)
        .bytes(content.data)
        .bytes(content.dataHash),
    );
}
