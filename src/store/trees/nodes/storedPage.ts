import type { Value } from "../../connection.ts";
import { HASH, HEADER } from "./treePage.ts";

/** A page for reading. A path needs five of its thirty nodes, so only those are decoded. */
export class StoredPage {
  readonly #bytes: Uint8Array;
  /** A bit for each node that exists. Their hashes follow the header in order. */
  readonly #present: number;
  readonly #nullified: number;

  constructor(content: Value) {
    const bytes = content as Uint8Array;
    this.#bytes = bytes;
    this.#present =
      bytes[0]! | (bytes[1]! << 8) | (bytes[2]! << 16) | (bytes[3]! << 24);
    this.#nullified = bytes[4]! | (bytes[5]! << 8);
  }

  /** Null for a node that was never written, which is the zero hash of its level. */
  node(slot: number): Uint8Array | null {
    const bit = 1 << slot;
    if ((this.#present & bit) === 0) return null;
    const start = HEADER + HASH * countBits(this.#present & (bit - 1));
    return this.#bytes.subarray(start, start + HASH);
  }

  isNullified(slot: number): boolean {
    return (this.#nullified & (1 << slot)) !== 0;
  }
}

/** Stands for a page that is not stored. */
export const EMPTY_PAGE = new StoredPage(new Uint8Array(HEADER));

/** Adds up neighbouring bits, then pairs, then groups of four. */
function countBits(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return (((fours + (fours >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}
