import { h, replace, type Child } from "../dom.ts";
import { digits } from "../format.ts";
import type { Account, AccountProof, InContext } from "../items.ts";
import { emptySubtrees, foldPath } from "../merkle/foldPath.ts";
import { keyLink } from "../parts/keyText.ts";
import { emptyNotice, failureNotice } from "../parts/notice.ts";
import { pathPicture } from "../parts/pathPicture.ts";
import { Failure } from "../rpc.ts";
import type { ViewContext } from "../view.ts";

const METHOD = "getCompressedAccountProofV2";

/** The Merkle path of an unspent account, asked when it is wanted, and checked by this browser. */
export function pathSection(
  context: ViewContext,
  { hash }: Account,
): readonly Child[] {
  if (!context.server.methods.has(METHOD)) return [];
  const body = h("div", { class: "panel path-panel" });
  const load = async (): Promise<void> => {
    try {
      const answer = await context.ask({ method: METHOD, params: { hash } });
      show(body, hash, (answer as InContext<AccountProof>).value);
    } catch (failure) {
      if (context.signal.aborted) return;
      replace(
        body,
        refusalOr(failure, () => void load()),
      );
    }
  };
  replace(
    body,
    h(
      "div",
      { class: "path-bar" },
      h("p", {}, "The hashes that prove this account is in its tree."),
      h(
        "button",
        { type: "button", click: () => void load() },
        "Show the path",
      ),
    ),
  );
  return [h("h2", {}, "Path to the root"), body];
}

/** A refusal says why there is no path now, for example because the tree is incomplete. */
function refusalOr(failure: unknown, retry: () => void): HTMLElement {
  if (failure instanceof Failure && failure.code < 0)
    return emptyNotice("There is no path", h("p", {}, failure.message));
  return failureNotice(failure, retry);
}

function show(body: HTMLElement, hash: string, proof: AccountProof): void {
  if (proof.proveByIndex) {
    replace(body, queued(proof));
    return;
  }
  const { leafIndex, proof: siblings, root } = proof;
  const picture = h("div");
  const draw = (nodes: readonly string[], empty: ReadonlySet<number>) => {
    replace(picture, pathPicture({ leafIndex, siblings, nodes, empty }));
  };
  const ends: string[] = [];
  ends[0] = hash;
  ends[siblings.length] = root;
  draw(ends, new Set());
  const verdict = h("p", { class: "path-verdict", role: "status" });
  const check = (): void => {
    const started = performance.now();
    const nodes = foldPath(hash, leafIndex, siblings);
    const took = performance.now() - started;
    const zeros = emptySubtrees(siblings.length);
    draw(nodes, new Set(zeros.keys().filter((i) => siblings[i] === zeros[i])));
    const ok = nodes.at(-1) === root;
    verdict.className = `path-verdict ${ok ? "good" : "bad"}`;
    replace(verdict, ok ? passed(siblings.length, took) : failed(root));
  };
  replace(
    body,
    h(
      "div",
      { class: "path-bar" },
      h(
        "p",
        {},
        `Leaf ${digits(leafIndex)}, sequence number ${digits(proof.rootSeq)}, in tree `,
        keyLink(proof.treeContext.tree),
      ),
      h("button", { type: "button", click: check }, "Check it here"),
    ),
    verdict,
    picture,
  );
}

function passed(levels: number, milliseconds: number): string {
  return `This browser hashed the leaf with its ${levels} siblings in ${milliseconds.toFixed(0)} ms: the path ends at the tree’s root.`;
}

function failed(root: string): string {
  return `The path does not end at the root ${root} that the server named. Do not trust this answer.`;
}

function queued({ leafIndex }: AccountProof): HTMLElement {
  return emptyNotice(
    "Waiting in the output queue",
    h(
      "p",
      {},
      `The account will be leaf ${digits(leafIndex)}. Until a batch adds it to the tree, its index proves it, without a path.`,
    ),
  );
}
