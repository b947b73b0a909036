import { sameBytes } from "../../codecs/bytes.ts";
import type { Account } from "../../domain/account.ts";
import type { Signature } from "../../domain/values.ts";
import * as tables from "../schema/tables.ts";
import type { Place } from "./balances/balanceRows.ts";
import type { Changes } from "./changes.ts";

/** A compression transaction in the form of the lists. */
export interface ListedTransaction extends Place {
  readonly signature: Signature;
  readonly position: Uint8Array;
}

/** Lists to which transactions are added. */
export const HISTORIES: readonly tables.Table[] = [
  tables.signaturesByOwner,
  tables.signaturesByTokenOwner,
  tables.signaturesByAddress,
  tables.transactions,
  tables.tokenChanges,
];

/** The histories of signatures by program, token owner and address. */
export class Histories {
  readonly #changes: Changes;
  /** Key and position of the last row of each history, to skip duplicates: accounts of a transaction often share a program. */
  readonly #last = new Map<tables.Table, [Uint8Array, Uint8Array]>();

  constructor(changes: Changes) {
    this.#changes = changes;
  }

  /** Adds the transaction to all histories that include this account. */
  add(account: Account, { position, item }: ListedTransaction): void {
    for (const [table, key] of historiesOf(account)) {
      const last = this.#last.get(table);
      if (last?.[1] === position && sameBytes(last[0], key)) continue;
      this.#last.set(table, [key, position]);
      this.#changes.add(table, [key, position, item]);
    }
  }

  remove(account: Account, position: Uint8Array): void {
    this.#last.clear();
    for (const [table, key] of historiesOf(account))
      this.#changes.remove(table, [key, position]);
  }
}

function historiesOf({
  owner,
  address,
  token,
}: Account): [tables.Table, Uint8Array][] {
  const histories: [tables.Table, Uint8Array][] = [
    [tables.signaturesByOwner, owner],
  ];
  if (token) histories.push([tables.signaturesByTokenOwner, token.owner]);
  if (address) histories.push([tables.signaturesByAddress, address]);
  return histories;
}
