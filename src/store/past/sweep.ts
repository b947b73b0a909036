import type { Slot } from "../../domain/values.ts";
import type { Connection, Row } from "../connection.ts";
import { pastRows } from "../schema/tables.ts";
import { firstNodeOf } from "./lifetimes.ts";

/** Reading and deleting this many rows takes about a millisecond. */
const STEP_ROWS = 1_000;

const FIRST: Row = [-1, new Uint8Array(0), new Uint8Array(0), 0];

/**
 * Removes past rows that ended too long ago, one step with each batch of blocks. All are under nodes before the first
 * kept slot, where the only other rows are those that existed at that slot.
 */
export class Sweep {
  #after: Row = FIRST;
  /** The bounds of the current round, and of the previous ones. */
  #round: Slot = 0;
  #done: Slot = 0;

  readonly #rows: number;

  constructor(rows = STEP_ROWS) {
    this.#rows = rows;
  }

  /** `from` is the first slot whose lists are kept. Call it in the transaction of the blocks. */
  async step(connection: Connection, from: Slot): Promise<void> {
    // A rebuild has lowered the bound: rows that the current round would remove are kept again.
    if (from < this.#round) {
      this.#after = FIRST;
      this.#done = Math.min(this.#done, from);
    }
    if (this.#after === FIRST) {
      this.#round = Math.min(this.#round, from);
      if (from <= this.#done) return;
      this.#round = from;
    }
    const { dialect } = connection;
    const rows = await connection.all(
      `select node, list, position, since, until from ${pastRows.name}
         where (node, list, position, since) > (?, ?, ?, ?) and node < ?
         order by node, list, position, since ${dialect.limit}`,
      [...this.#after, firstNodeOf(this.#round), this.#rows],
    );
    const ended = rows.filter((row) => (row[4] as Slot) <= this.#round);
    if (ended.length > 0)
      await connection.deleteMany(
        pastRows,
        ended.map((row) => row.slice(0, 4)),
      );
    if (rows.length === this.#rows) this.#after = rows.at(-1)!.slice(0, 4);
    else {
      this.#after = FIRST;
      this.#done = this.#round;
    }
  }
}
