import { mapKey } from "../../codecs/bytes.ts";
import { encodeBase58 } from "../../codecs/base58.ts";
import { nullifierOf } from "../../codecs/hashing/nullifier.ts";
import type { Account } from "../../domain/account.ts";
import type { ChainTransaction } from "../../domain/chain.ts";
import type { QueuedNullifier } from "../../domain/update.ts";
import { asHash } from "../../domain/values.ts";
import { renderTokenData } from "../../render/account.ts";
import { merkleContextOf } from "../../render/merkleContext.ts";
import { findManyAccounts } from "../../store/read/findManyAccounts.ts";
import type { Reader } from "../../store/reader.ts";
import type { AccountShape } from "./accountShape.ts";
import { RpcError } from "../errors.ts";

/** Renders a spent account from its JSON; V2 adds the nullifier. */
export type RenderSpent = (
  json: string,
  account: Account,
  nullifier: QueuedNullifier | null,
) => string;

export const withoutNullifier: RenderSpent = (json) => json;

/** V1 trees have no nullifiers; clients get zeros instead. */
export const withNullifier: RenderSpent = (json, account, queued) => {
  const nullifier = queued
    ? nullifierOf(account.hash, account.leafIndex, queued.transactionHash)
    : NO_HASH;
  const txHash = queued?.transactionHash ?? NO_HASH;
  return `{"account":${json},"nullifier":"${encodeBase58(nullifier)}","txHash":"${encodeBase58(txHash)}"}`;
};

const NO_HASH = asHash(new Uint8Array(32));

export async function renderCompressionInfo(
  read: Reader,
  { update, slot }: ChainTransaction,
  shape: AccountShape,
  renderSpent: RenderSpent,
): Promise<string> {
  const closed = await renderClosed(read, update, shape, renderSpent);
  const opened = (update?.created ?? []).map((account) =>
    withTokenData(renderNew(account, slot, shape), account),
  );
  return `{"closedAccounts":[${closed.join(",")}],"openedAccounts":[${opened.join(",")}]}`;
}

/** The transaction names spent accounts by hash only; the index knows their content from when they were created. */
async function renderClosed(
  read: Reader,
  update: ChainTransaction["update"],
  shape: AccountShape,
  renderSpent: RenderSpent,
): Promise<string[]> {
  if (!update || update.spent.length === 0) return [];
  const hashes = update.spent;
  const found = await findManyAccounts(read, { hashes, spentToo: true });
  const accounts = new Map(
    found.accounts.map((each) => [mapKey(each.account.hash), each]),
  );
  const queued = new Map(update.nullifiers.map((n) => [mapKey(n.hash), n]));
  return hashes.map((hash) => {
    const spent = accounts.get(mapKey(hash));
    if (!spent) throw new RpcError("unavailable", BEFORE_THE_INDEX);
    const json = shape.render(spent, found.trees.contexts);
    const nullifier = queued.get(mapKey(hash)) ?? null;
    const { account } = spent;
    return withTokenData(renderSpent(json, account, nullifier), account);
  });
}

const BEFORE_THE_INDEX =
  "the transaction spent an account that was created before this index begins";

/** The account as it was created: in a V2 tree, it waits in the output queue. */
function renderNew(account: Account, slot: number, shape: AccountShape) {
  const { tree, queue, treeType: type } = account;
  const context = merkleContextOf({ tree, queue, type }, 0);
  const contexts = new Map([[encodeBase58(tree), context]]);
  return shape.render({ account, slotCreated: slot }, contexts);
}

function withTokenData(json: string, { token }: Account): string {
  const tokenData = token ? renderTokenData(token) : "null";
  return `{"account":${json},"optionalTokenData":${tokenData}}`;
}
