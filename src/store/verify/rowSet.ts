import { hash } from "node:crypto";
import type { Row } from "../connection.ts";

/** Rows are counted and their hashes added up, in any order, so that no set is held in memory. */
export class RowSet {
  count = 0;
  #sum = 0;

  add(row: Row): void {
    const text = row.map((value) =>
      value instanceof Uint8Array ? Buffer.from(value).toString("hex") : value,
    );
    const digest = hash("sha1", text.join(" "), "buffer");
    this.count++;
    this.#sum = (this.#sum + digest.readUIntBE(0, 6)) % 2 ** 48;
  }

  equals(other: RowSet): boolean {
    return this.count === other.count && this.#sum === other.#sum;
  }
}
