import { decodeBase58, encodeBase58 } from "../base58.ts";
import { h, replace, type Child } from "../dom.ts";
import { digits } from "../format.ts";
import type { Account, InContext, Page } from "../items.ts";
import { dataView } from "../parts/dataView.ts";
import { keyLink, keyOrNone, keyText, none } from "../parts/keyText.ts";
import { emptyNotice, failureNotice } from "../parts/notice.ts";
import type { Request } from "../rpc.ts";
import type { ViewContext } from "../view.ts";

/** One account with its data. Fetched unless it is given. */
export function accountView(
  context: ViewContext,
  known: Account | null,
): HTMLElement {
  const element = h("div", { class: "account" });
  const load = async (): Promise<void> => {
    try {
      const account = await find(context);
      replace(element, ...(account ? details(account) : [gone()]));
    } catch (failure) {
      if (!context.signal.aborted)
        replace(
          element,
          failureNotice(failure, () => void load()),
        );
    }
  };
  if (known) put(element, known);
  void load();
  return element;
}

function put(element: Element, account: Account): void {
  replace(element, ...details(account));
}

async function find(context: ViewContext): Promise<Account | null> {
  const { route, server } = context;
  const owner = route.options.get("owner");
  if (owner === null || server.methods.has("getCompressedAccount")) {
    const request = await lookUp(context);
    return (request as InContext<Account | null>).value;
  }
  const answer = await context.ask(inListOf(owner, route.subject));
  const [first] = (answer as InContext<Page<Account>>).value.items;
  return first?.hash === route.subject ? first : null;
}

/** By hash first, because most links contain hashes. */
async function lookUp({ ask, route }: ViewContext): Promise<unknown> {
  const method = "getCompressedAccount";
  const byHash = (await ask({
    method,
    params: { hash: route.subject },
  })) as InContext<unknown>;
  if (byHash.value !== null || route.options.has("owner")) return byHash;
  return ask({ method, params: { address: route.subject } });
}

/** An owner's accounts are sorted by hash, so the first one after the preceding hash is this one. */
function inListOf(owner: string, hash: string): Request {
  const before = decodeBase58(hash)!;
  for (let i = before.length - 1; i >= 0 && --before[i]! === 0xff; i--);
  const params = { owner, cursor: encodeBase58(before), limit: 1 };
  return { method: "getCompressedAccountsByOwner", params };
}

function details(account: Account): readonly Child[] {
  const { data } = account;
  const facts: readonly (readonly [title: string, value: Child])[] = [
    ["Hash", keyText(account.hash)],
    ["Address", keyOrNone(account.address)],
    ["Owner", keyLink(account.owner, "accounts")],
    ["Lamports", digits(account.lamports)],
    ["Tree", keyText(account.tree)],
    ["Leaf index", digits(account.leafIndex)],
    ["Sequence number", account.seq === null ? none() : digits(account.seq)],
    ["Created in slot", digits(account.slotCreated)],
    ["Data hash", data ? keyText(data.dataHash) : none()],
  ];
  return [
    h(
      "dl",
      { class: "facts-list panel" },
      ...facts.flatMap(([title, value]) => [
        h("dt", {}, title),
        h("dd", {}, value),
      ]),
    ),
    h("h2", {}, "Data"),
    data ? dataView(data) : emptyNotice("This account has no data"),
  ];
}

function gone(): HTMLElement {
  return emptyNotice(
    "No unspent account has this hash",
    h(
      "p",
      {},
      "It was spent, or it never existed. Histories still list its transactions.",
    ),
  );
}
