import type { Account } from "../../src/domain/account.ts";
import {
  NO_CHANGES,
  type StateUpdate,
  type TransactionUpdate,
} from "../../src/domain/update.ts";
import { asSignature } from "../../src/domain/values.ts";
import { headerOf } from "../../test/encoder/block.ts";
import { tokenOf } from "../past/turnover.ts";
import { keyBytes } from "../state/keys.ts";

const FUNDS = 1_000_000n;

/**
 * A block that gives each owner an account, then blocks of token transfers: each spends the account of one owner and
 * creates one for this owner and one for another. All owners send and receive equally often.
 */
export function* transferBlocks(
  owners: number,
  perBlock: number,
): Generator<StateUpdate> {
  let made = 0;
  let sent = 0;
  const held = Array.from({ length: owners }, (_, owner) =>
    tokenOf(owner, made++, FUNDS),
  );
  yield blockOf(1, [transaction(made, [...held], null)]);
  for (let slot = 2; ; slot++) {
    const transfers: TransactionUpdate[] = [];
    for (let i = 0; i < perBlock; i++) {
      const from = sent++ % owners;
      const to = (from + owners / 2) % owners;
      const { token, hash } = held[from]!;
      const left = tokenOf(from, made++, token!.amount - 1n);
      held[from] = left;
      transfers.push(transaction(made, [left, tokenOf(to, made++, 1n)], hash));
    }
    yield blockOf(slot, transfers);
  }
}

function transaction(
  number: number,
  created: readonly Account[],
  spent: Account["hash"] | null,
): TransactionUpdate {
  return {
    ...NO_CHANGES,
    signature: asSignature(keyBytes("signature", number, 64)),
    created,
    spent: spent ? [spent] : [],
  };
}

function blockOf(
  slot: number,
  transactions: readonly TransactionUpdate[],
): StateUpdate {
  return { block: headerOf(slot), transactions, others: [], setAside: [] };
}
