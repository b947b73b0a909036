import { digits } from "../format.ts";
import type { Integer } from "../integer.ts";
import type { InContext } from "../items.ts";
import { call } from "../rpc.ts";
import type { ViewContext } from "../view.ts";

/** An item of getTrees with showRoots. */
export interface Tree {
  readonly tree: string;
  readonly queue: string;
  readonly treeType: 1 | 2 | 3 | 4;
  readonly height: number;
  readonly cpiContext: string | null;
  readonly leaves: number;
  readonly queued: number;
  readonly nullifiers: number;
  readonly rootSeq: Integer;
  readonly active: boolean;
  readonly root: string;
  readonly usable: boolean;
  readonly reason: string | null;
  readonly checkedSlot: number | null;
}

export const TREES = "getTrees";
/** The subject in the link of the list of trees; it is not a key. */
export const TREES_LINK = "trees";

export async function readTrees({ ask }: ViewContext): Promise<Tree[]> {
  const answer = await ask({ method: TREES, params: { showRoots: true } });
  return (answer as InContext<{ items: Tree[] }>).value.items;
}

/** The tree with this key, or with a queue with this key. */
export async function findTree(context: ViewContext): Promise<Tree | null> {
  if (!context.server.methods.has(TREES)) return null;
  const { subject } = context.route;
  const trees = await readTrees(context);
  const found = trees.find(
    ({ tree, queue }) => tree === subject || queue === subject,
  );
  return found ?? null;
}

/** The queue of a tree; null if the server does not list the tree. */
export async function queueOf(
  { server, signal }: ViewContext,
  tree: string,
): Promise<string | null> {
  if (!server.methods.has(TREES)) return null;
  const { result } = await call({ method: TREES, params: {} }, signal);
  const { items } = (result as InContext<{ items: Tree[] }>).value;
  return items.find((each) => each.tree === tree)?.queue ?? null;
}

const KINDS = {
  1: "State V1",
  2: "Address V1",
  3: "State V2",
  4: "Address V2",
} as const;

export const kindOfTree = ({ treeType }: Tree): string => KINDS[treeType];

export const isState = ({ treeType }: Tree): boolean => treeType % 2 === 1;
export const isV2 = ({ treeType }: Tree): boolean => treeType > 2;

export function waitingText(tree: Tree): string {
  if (!isV2(tree)) return "–";
  if (!isState(tree)) return digits(tree.queued);
  return `${digits(tree.queued)} + ${digits(tree.nullifiers)}`;
}
