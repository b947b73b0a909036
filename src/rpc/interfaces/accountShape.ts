import type { TSchema } from "typebox";
import type { Account } from "../../domain/account.ts";
import type { Slot } from "../../domain/values.ts";
import { renderAccount } from "../../render/account.ts";
import {
  renderMerkleContexts,
  type MerkleContexts,
} from "../../render/merkleContext.ts";
import { account, accountV2 } from "../items.ts";

export interface ShownAccount {
  readonly account: Account;
  readonly slotCreated: Slot;
}

/** Everything in which the V1 and V2 methods for single accounts differ. */
export interface AccountShape {
  readonly schema: TSchema;
  readonly render: (shown: ShownAccount, contexts: MerkleContexts) => string;
}

export const v1: AccountShape = {
  schema: account,
  render: ({ account, slotCreated }) => renderAccount(account, slotCreated),
};

export const v2: AccountShape = {
  schema: accountV2,
  render: (shown, contexts) =>
    renderMerkleContexts(v1.render(shown, contexts), contexts),
};
