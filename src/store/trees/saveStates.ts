import type { Address } from "../../domain/values.ts";
import type { Connection } from "../connection.ts";
import { Changes } from "../write/changes.ts";
import { TreeStates, type Verdict } from "./treeStates.ts";

/** The number of roots in the root history of a tree's account. */
export interface RootCapacity {
  readonly tree: Address;
  readonly capacity: number;
}

export interface TreeVerdict extends Verdict {
  readonly tree: Address;
}

export function saveRootCapacities(
  connection: Connection,
  capacities: readonly RootCapacity[],
): Promise<void> {
  return changeStates(connection, (states) => {
    for (const { tree, capacity } of capacities) {
      if (states.find(tree)?.rootCapacity === capacity) continue;
      states.change(tree).rootCapacity = capacity;
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
