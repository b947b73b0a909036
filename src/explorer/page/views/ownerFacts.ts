import { h, replace } from "../dom.ts";
import { digits, sol } from "../format.ts";
import type { Integer } from "../integer.ts";
import type { InContext, Page } from "../items.ts";
import { figures, type Figure } from "../parts/figures.ts";
import { callAll, Failure } from "../rpc.ts";
import type { Subject } from "../subject.ts";
import type { ViewContext } from "../view.ts";

const LAMPORTS = "getCompressedBalanceByOwner";
const BALANCES = "getCompressedTokenBalancesByOwnerV2";
const MOST_MINTS = 1000;

/** What an owner holds in all: lamports, and how many mints. */
export function ownerFacts(
  { route, server, signal }: ViewContext,
  { lists }: Subject,
): HTMLElement {
  const element = h("div", { class: "key-facts" });
  const owner = route.subject;
  const requests = [
    { method: LAMPORTS, params: { owner } },
    { method: BALANCES, params: { owner, limit: MOST_MINTS } },
  ];
  const isOffered = requests.every(({ method }) => server.methods.has(method));
  if (lists.length === 0 || !isOffered) return element;
  void callAll(requests, signal)
    .then(([lamports, balances]) => {
      const facts = [...lamportFact(lamports), ...mintFact(balances)];
      if (facts.length > 0) replace(element, figures(facts));
    })
    // The list below says what is wrong.
    .catch(() => undefined);
  return element;
}

function lamportFact(answer: unknown): Figure[] {
  if (answer instanceof Failure) return [];
  const { value } = answer as InContext<Integer>;
  return [["Compressed SOL", sol(value)]];
}

function mintFact(answer: unknown): Figure[] {
  if (answer instanceof Failure) return [];
  const { items, cursor } = (answer as InContext<Page<{ balance: Integer }>>)
    .value;
  const held = items.filter(({ balance }) => balance !== 0).length;
  if (held === 0) return [];
  return [["Mints held", `${digits(held)}${cursor === null ? "" : "+"}`]];
}
