import type { Address, Slot } from "../../../domain/values.ts";
import type { Connection } from "../../connection.ts";
import { Changes } from "../../write/changes.ts";
import { TreeStates, type Verdict } from "../treeStates.ts";

/** What a tree's account says, besides its roots. */
export interface TreeFacts {
  readonly tree: Address;
  /** The number of roots in the root history. */
  readonly capacity: number;
  /** The slot in which another tree took its place; null before. */
  readonly rolledOverSlot?: Slot | null;
}

export interface TreeVerdict extends Verdict {
  readonly tree: Address;
}

export function saveTreeFacts(
  connection: Connection,
  facts: readonly TreeFacts[],
): Promise<void> {
  return changeStates(connection, (states) => {
    for (const { tree, capacity, rolledOverSlot = null } of facts) {
      const known = states.find(tree);
      const isNew =
        known?.rootCapacity !== capacity ||
        known.rolledOverSlot !== rolledOverSlot;
      if (isNew)
        Object.assign(states.change(tree), {
          rootCapacity: capacity,
          rolledOverSlot,
        });
    }
  });
}

export function saveVerdicts(
  connection: Connection,
  verdicts: readonly TreeVerdict[],
): Promise<void> {
  return changeStates(connection, (states) => {
    for (const { tree, ...verdict } of verdicts)
      states.change(tree).verdict = verdict;
  });
}

function changeStates(
  connection: Connection,
  change: (states: TreeStates) => void,
): Promise<void> {
  return connection.transaction(async () => {
    const states = await TreeStates.load(connection);
    change(states);
    const changes = new Changes();
    states.writeTo(changes);
    await changes.writeTo(connection);
  });
}
