import { TreeType } from "../../domain/tree.ts";
import type { Address, Slot } from "../../domain/values.ts";
import { mapKey } from "../../codecs/bytes.ts";
import type { Reader } from "../reader.ts";
import { oneSnapshot } from "../trees/oneSnapshot.ts";
import { type QueueSizes, queueSizes } from "../trees/queues/queueSizes.ts";
import { rowToTree, type StoredTree } from "../write/treeProgress.ts";
import { trees } from "../schema/tables.ts";

/** The values the programs use for the queues of V2 trees. */
const QueueType = { Nullifiers: 3, Addresses: 4, Outputs: 5 } as const;

export interface QueueSize {
  readonly tree: Address;
  readonly queue: Address;
  readonly type: number;
  readonly size: number;
}

/** The queues of these V2 trees, or of all. Keys that are not V2 trees are omitted. */
export async function findQueues(
  reader: Reader,
  only: readonly Address[] | null,
): Promise<{ slot: Slot; queues: QueueSize[] }> {
  return oneSnapshot(reader, 0, async (reading) => {
    const columns = Object.keys(trees.columns).map((name) => `t.${name}`);
    const rows = await reading.all(
      `select (select coalesce(max(slot), 0) from blocks), ${columns.join(", ")}
       from (select 1 as always) as one left join ${trees.name} t on true order by t.tree`,
      [],
    );
    const wanted = only && new Set(only.map(mapKey));
    const found = rows
      .map((row) => row.slice(1))
      .filter(([tree]) => tree !== null)
      .map(rowToTree)
      .filter(({ tree }) => !wanted || wanted.has(mapKey(tree)));
    const queues: QueueSize[] = [];
    for (const tree of found)
      queues.push(...queuesOf(tree, await queueSizes(reading, tree)));
    return { slot: rows[0]![0] as Slot, queues };
  });
}

function queuesOf(
  { tree, queue, type: treeType }: StoredTree,
  { nullifiers, outputs, addresses }: QueueSizes,
): QueueSize[] {
  const sized = (type: number, size: number) => ({ tree, queue, type, size });
  if (treeType === TreeType.StateV2)
    return [
      sized(QueueType.Nullifiers, nullifiers),
      sized(QueueType.Outputs, outputs),
    ];
  return treeType === TreeType.AddressV2
    ? [sized(QueueType.Addresses, addresses)]
    : [];
}
