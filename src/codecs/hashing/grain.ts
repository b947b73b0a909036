import { FIELD_ORDER } from "./field.ts";

const FIELD_BITS = 254;

/**
 * The Grain generator that the Poseidon paper prescribes for its constants. Computing them takes milliseconds and avoids
 * 800 KB of tables.
 */
export class Grain {
  readonly #bits: Uint8Array;
  #at = 0;

  constructor(width: number, fullRounds: number, partialRounds: number) {
    this.#bits = Uint8Array.from([
      ...toBits(1, 2), // a prime field
      ...toBits(0, 4), // S-box x^5
      ...toBits(FIELD_BITS, 12),
      ...toBits(width, 12),
      ...toBits(fullRounds, 10),
      ...toBits(partialRounds, 10),
      ...new Array<number>(30).fill(1),
    ]);
    for (let i = 0; i < 160; i++) this.#step();
  }

  /** A round constant that reaches the order is discarded and the next one is drawn. */
  fieldElement(): bigint {
    let value = this.#integer();
    while (value >= FIELD_ORDER) value = this.#integer();
    return value;
  }

  /** Numbers for the matrix are reduced modulo the order instead of being discarded. */
  reducedElement(): bigint {
    return this.#integer() % FIELD_ORDER;
  }

  #integer(): bigint {
    let text = "0b";
    for (let i = 0; i < FIELD_BITS; i++) text += this.#output() ? "1" : "0";
    return BigInt(text);
  }

  /** From each pair of bits, the second is output if the first is set. */
  #output(): number {
    while (this.#step() === 0) this.#step();
    return this.#step();
  }

  #step(): number {
    const bits = this.#bits;
    const tap = (offset: number) => bits[(this.#at + offset) % 80]!;
    const bit = tap(62) ^ tap(51) ^ tap(38) ^ tap(23) ^ tap(13) ^ tap(0);
    bits[this.#at] = bit;
    this.#at = (this.#at + 1) % 80;
    return bit;
  }
}

function toBits(value: number, count: number): number[] {
  return Array.from(
    { length: count },
    (_, i) => (value >> (count - 1 - i)) & 1,
  );
}
