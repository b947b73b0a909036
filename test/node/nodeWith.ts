import type { TestContext } from "node:test";
import {
  type SimulatedNode,
  type SimulatedNodeOptions,
  startSimulatedNode,
} from "./simulatedNode.ts";

/** A simulated node that is closed when the test ends. */
export async function nodeWith(
  t: TestContext,
  options: SimulatedNodeOptions,
): Promise<SimulatedNode> {
  const node = await startSimulatedNode(options);
  t.after(() => node.close());
  return node;
}
