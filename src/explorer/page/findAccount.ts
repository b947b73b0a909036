import type { Account, InContext, Page, Signature, Touched } from "./items.ts";
import { Failure, type Request } from "./rpc.ts";
import { decodeBase58, encodeBase58 } from "./base58.ts";
import { queueOf } from "./merkle/trees.ts";
import type { ViewContext } from "./view.ts";

/** An account, unspent or spent. */
export interface FoundAccount {
  /** Null if it is spent and its transactions cannot be read. */
  readonly account: Account | null;
  readonly isSpent: boolean;
  /** The transactions that made and spent it, newest first. */
  readonly history: readonly Signature[];
  /** Of its tree; null if the server does not list trees. */
  readonly queue: string | null;
}

const HISTORY = "getCompressionSignaturesForAccount";
const TRANSACTION = "getTransactionWithCompressionInfo";

/** Null if there never was such an account. */
export async function findAccount(
  context: ViewContext,
): Promise<FoundAccount | null> {
  const account = await findUnspent(context);
  const hash = account?.hash ?? context.route.subject;
  const history = await historyOf(context, hash);
  const isSpent = account === null;
  if (isSpent && history.length === 0) return null;
  const shown = account ?? (await findSpent(context, history));
  const queue = shown && (await queueOf(context, shown.tree));
  return { account: shown, isSpent, history, queue };
}

async function historyOf(
  { ask, server }: ViewContext,
  hash: string,
): Promise<readonly Signature[]> {
  if (!server.methods.has(HISTORY)) return [];
  const answer = await ask({ method: HISTORY, params: { hash } });
  return (answer as InContext<Page<Signature>>).value.items;
}

/** Lookups give unspent accounts only, but the transaction that made it, or spent it, contains it. */
async function findSpent(
  { ask, route, server }: ViewContext,
  history: readonly Signature[],
): Promise<Account | null> {
  if (!server.methods.has(TRANSACTION)) return null;
  for (const { signature } of [...history].reverse()) {
    const params = { signature };
    const answer = await ask({ method: TRANSACTION, params }).catch(unread);
    const info = (answer as Touched | null)?.compressionInfo;
    const touched = [
      ...(info?.openedAccounts ?? []),
      ...(info?.closedAccounts ?? []),
    ];
    const found = touched.find(({ account }) => account.hash === route.subject);
    if (found) return found.account;
  }
  return null;
}

/** A server without a node cannot read transactions. */
function unread(failure: unknown): null {
  if (failure instanceof Failure) return null;
  throw failure;
}

async function findUnspent(context: ViewContext): Promise<Account | null> {
  const { route, server } = context;
  const owner = route.options.get("owner");
  if (owner === null || server.methods.has("getCompressedAccount"))
    return lookUp(context);
  const answer = await context.ask(inListOf(owner, route.subject));
  const [first] = (answer as InContext<Page<Account>>).value.items;
  return first?.hash === route.subject ? first : null;
}

/** By hash first, because most links contain hashes. */
async function lookUp({ ask, route }: ViewContext): Promise<Account | null> {
  const by = async (params: Request["params"]) => {
    const answer = await ask({ method: "getCompressedAccount", params });
    return (answer as InContext<Account | null>).value;
  };
  const found = await by({ hash: route.subject });
  if (found !== null || route.options.has("owner")) return found;
  return by({ address: route.subject });
}

/** An owner's accounts are sorted by hash, so the first one after the preceding hash is this one. */
function inListOf(owner: string, hash: string): Request {
  const before = decodeBase58(hash)!;
  for (let i = before.length - 1; i >= 0 && --before[i]! === 0xff; i--);
  const params = { owner, cursor: encodeBase58(before), limit: 1 };
  return { method: "getCompressedAccountsByOwner", params };
}
