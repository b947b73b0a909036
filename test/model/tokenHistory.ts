// A naive history of token balances: after every transaction, all balances are summed up again.
import { base58 } from "@scure/base";
import type { TokenData } from "../../src/domain/account.ts";
import type { StateUpdate } from "../../src/domain/update.ts";

export interface HistoryItem {
  readonly signature: string;
  readonly slot: bigint;
  readonly blockTime: bigint;
  readonly owner: string;
  readonly mint: string;
  readonly change: bigint;
  readonly balance: bigint;
}

const key = (bytes: Uint8Array) => base58.encode(Uint8Array.from(bytes));

interface Entry {
  readonly place: readonly [slot: number, place: number];
  readonly tail: Uint8Array;
  readonly item: HistoryItem;
}

/** Every item, newest first. */
export function tokenHistoryOf(updates: readonly StateUpdate[]): HistoryItem[] {
  const seen = new Set<string>();
  const spentBefore = new Set<string>();
  const unspent = new Map<string, TokenData>();
  const entries: Entry[] = [];
  let before = new Map<string, bigint>();
  for (const { block, transactions } of updates)
    for (const [
      place,
      { signature, created, spent },
    ] of transactions.entries()) {
      for (const { hash, token } of created) {
        if (token && !seen.has(key(hash)) && !spentBefore.has(key(hash)))
          unspent.set(key(hash), token);
        seen.add(key(hash));
      }
      for (const hash of spent) {
        unspent.delete(key(hash));
        if (!seen.has(key(hash))) spentBefore.add(key(hash));
      }
      const after = sums(unspent);
      for (const pair of new Set([...before.keys(), ...after.keys()])) {
        const balance = after.get(pair) ?? 0n;
        const change = balance - (before.get(pair) ?? 0n);
        if (change === 0n) continue;
        const [mint, owner] = pair.split(" ") as [string, string];
        entries.push({
          place: [block.slot, place],
          tail: Buffer.concat([base58.decode(mint), base58.decode(owner)]),
          item: {
            signature: key(signature),
            slot: BigInt(block.slot),
            blockTime: BigInt(block.blockTime ?? 0),
            owner,
            mint,
            change: change,
            balance: balance,
          },
        });
      }
      before = after;
    }
  return entries.sort(newestFirst).map(({ item }) => item);
}

function sums(accounts: ReadonlyMap<string, TokenData>): Map<string, bigint> {
  const balances = new Map<string, bigint>();
  for (const { mint, owner, amount } of accounts.values()) {
    const pair = `${key(mint)} ${key(owner)}`;
    balances.set(pair, (balances.get(pair) ?? 0n) + amount);
  }
  return balances;
}

function newestFirst(a: Entry, b: Entry): number {
  return (
    b.place[0] - a.place[0] ||
    b.place[1] - a.place[1] ||
    Buffer.compare(b.tail, a.tail)
  );
}
