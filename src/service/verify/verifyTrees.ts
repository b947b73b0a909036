import { encodeBase58 } from "../../codecs/base58.ts";
import { sameBytes } from "../../codecs/bytes.ts";
import type { Hash, Slot } from "../../domain/values.ts";
import type { AccountReader } from "../../ingest/source/accounts.ts";
import { checkRoot } from "../../ingest/trees/checkRoots.ts";
import type { Reading } from "../../store/connection.ts";
import { countsToHash, distance } from "../../store/trees/counts.ts";
import { findMerkleTrees } from "../../store/trees/findMerkleTrees.ts";
import { stateOfNewTree, TreeStates } from "../../store/trees/treeStates.ts";
import type { MerkleTree } from "../../store/trees/treeStatus.ts";
import { checkNodes } from "../../store/verify/checkNodes.ts";
import { findBatchRoot } from "../../store/verify/findBatchRoot.ts";
import { counted } from "../indexing/progress.ts";
import type { Finding, VerifyOutput } from "./finding.ts";

/** Checks every node of every tree against its children, and roots against the chain. */
export async function verifyTrees(
  reading: Reading,
  accounts: AccountReader | null,
  output: VerifyOutput,
  signal: AbortSignal,
): Promise<void> {
  const { slot, trees } = await findMerkleTrees(reading);
  const states = await TreeStates.load(reading);
  const verifier = new TreeVerifier({
    reading,
    accounts,
    slot,
    output,
    signal,
  });
  for (const tree of trees) {
    const state = states.find(tree.tree) ?? stateOfNewTree(tree.tree);
    const isStale =
      state.stale || distance(countsToHash(tree), state.hashed) > 0;
    if (isStale) verifier.say(tree, null, "its nodes are still being computed");
    else await verifier.verify(tree, state);
  }
}

interface Parts {
  readonly reading: Reading;
  readonly accounts: AccountReader | null;
  readonly slot: Slot;
  readonly output: VerifyOutput;
  readonly signal: AbortSignal;
}

class TreeVerifier {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  say({ tree }: MerkleTree, ok: Finding["ok"], text: string): void {
    const subject = encodeBase58(tree);
    this.#parts.output.found({ ok, part: "tree", subject, text });
  }

  async verify(
    tree: MerkleTree,
    state: Parameters<typeof checkNodes>[1]["state"],
  ): Promise<void> {
    const { reading, output } = this.#parts;
    let wrong = 0;
    const onDifference = (text: string) => {
      wrong++;
      this.say(tree, false, text);
    };
    const { root, leaves } = await checkNodes(reading, {
      ...{ tree, state, onDifference },
      onProgress: (share) => {
        output.progress(`tree ${encodeBase58(tree.tree)}`, share);
      },
    });
    if (!sameBytes(root, tree.root))
      onDifference(
        `its root is ${encodeBase58(tree.root)}, and its nodes make ${encodeBase58(root)}`,
      );
    const counts = counted(leaves, "leaf", "leaves");
    const said = await this.#compareRoot(tree, root);
    if (said.ok === false || wrong === 0)
      this.say(tree, said.ok, `${counts}, ${said.text}`);
  }

  /** Compares with the event of the newest batch, which has the root, and with the tree's account. */
  async #compareRoot(
    tree: MerkleTree,
    root: Hash,
  ): Promise<Pick<Finding, "ok" | "text">> {
    const { status, rootSeq } = tree;
    if (!status.usable && status.reason === "incomplete" && rootSeq > 3n)
      return { ok: null, text: `nodes agree; ${status.detail}` };
    const { reading, accounts, slot, signal } = this.#parts;
    const announced = await findBatchRoot(reading, tree.tree, rootSeq);
    if (announced && !sameBytes(announced, root))
      return {
        ok: false,
        text: `its root is ${encodeBase58(root)}, and batch ${rootSeq} announced ${encodeBase58(announced)}`,
      };
    const own = { ...tree, root };
    const check = accounts && (await checkRoot(accounts, own, slot, signal));
    const verdict = check?.verdict;
    if (verdict?.difference) return { ok: false, text: verdict.difference };
    if (verdict)
      return {
        ok: true,
        text: `its root is the one in its account after update ${rootSeq}`,
      };
    if (announced)
      return { ok: true, text: `its root is the one of batch ${rootSeq}` };
    return {
      ok: null,
      text: `nodes agree; ${whyNot(accounts, check !== null)}`,
    };
  }
}

function whyNot(accounts: AccountReader | null, isThere: boolean): string {
  if (!accounts) return "nothing to compare the root with: give --rpc-url";
  return isThere
    ? "its account is too old or too new to compare the root"
    : "there is no account to compare the root with";
}
