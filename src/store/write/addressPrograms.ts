import { mapKey } from "../../codecs/bytes.ts";
import type { Address } from "../../domain/values.ts";
import { type Changes } from "./changes.ts";
import type { Connection, Reading, Row } from "../connection.ts";
import { selectSql } from "../schema/statements.ts";
import { addressPrograms } from "../schema/tables.ts";

/** The programs whose accounts have addresses, and how many such accounts each has created. At 0, after undoing, the program is removed. */
export class AddressPrograms {
  readonly #counts = new Map<string, { program: Address; accounts: number }>();

  /** `accounts` is 1 for a new account and -1 when its creation is undone. */
  count(program: Address, accounts: number): void {
    const key = mapKey(program);
    const before = this.#counts.get(key)?.accounts ?? 0;
    this.#counts.set(key, { program, accounts: before + accounts });
  }

  async settle(connection: Connection, changes: Changes): Promise<void> {
    const counts = [...this.#counts.values()].filter((c) => c.accounts !== 0);
    const keys = counts.map(({ program }) => [program]);
    const stored = new Map<string, number>();
    for (const row of await connection.findMany(addressPrograms, keys)) {
      stored.set(mapKey(row[0] as Uint8Array), row[1] as number);
    }
    for (const { program, accounts } of counts) {
      const seen = (stored.get(mapKey(program)) ?? 0) + accounts;
      if (seen === 0) changes.remove(addressPrograms, [program]);
      else changes.put(addressPrograms, [program, seen]);
    }
  }
}

export async function listAddressPrograms(
  reading: Reading,
): Promise<readonly Address[]> {
  const rows: readonly Row[] = await reading.all(
    selectSql(addressPrograms),
    [],
  );
  return rows.map(([program]) => program as Address);
}
