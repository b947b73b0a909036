/** A small seeded generator (mulberry32), so that the seed reproduces a failing run. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  }

  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(from: readonly T[]): T {
    return from[this.below(from.length)]!;
  }

  bytes(length: number): Uint8Array {
    const bytes = Buffer.alloc(length);
    for (let i = 0; i < length; i++) bytes[i] = this.below(256);
    return bytes;
  }

  /** Often a boundary value of 64-bit numbers. */
  u64(): bigint {
    const edges = [
      0n,
      1n,
      2n ** 53n,
      2n ** 63n - 1n,
      2n ** 63n,
      2n ** 64n - 1n,
    ];
    if (this.chance(0.3)) return this.pick(edges);
    return BigInt(this.below(2 ** 32));
  }
}
