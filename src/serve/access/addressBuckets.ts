import { isIPv6 } from "node:net";
import { Bucket, type Rate } from "./bucket.ts";

/** Addresses kept at once; beyond that the least recently seen are dropped. */
const MAX_ADDRESSES = 100_000;

/** A token bucket for each recent address. */
export class AddressBuckets {
  readonly #buckets = new Map<string, Bucket>();
  readonly #rate: Rate;

  constructor(rate: Rate) {
    this.#rate = rate;
  }

  /** Finds the bucket by the name of the network, see `network`. */
  of(name: string, now: number): Bucket {
    const known = this.#buckets.get(name);
    if (known) return known;
    const bucket = new Bucket(this.#rate, now);
    this.#buckets.set(name, bucket);
    if (this.#buckets.size > MAX_ADDRESSES) this.#forgetOldest();
    return bucket;
  }

  get size(): number {
    return this.#buckets.size;
  }

  /** The missing units of each bucket that is not full. */
  *missing(now: number): Generator<readonly [name: string, units: number]> {
    for (const [name, bucket] of this.#buckets)
      if (!bucket.isFull(now)) yield [name, bucket.missing(now)];
  }

  /** Drops full buckets: they equal new ones. */
  forgetFull(now: number): void {
    for (const [name, bucket] of this.#buckets)
      if (bucket.isFull(now)) this.#buckets.delete(name);
  }

  #forgetOldest(): void {
    const [oldest] = this.#buckets.keys();
    if (oldest !== undefined) this.#buckets.delete(oldest);
  }
}

/** An IPv4 address itself, also when it is mapped into IPv6; the first 64 bits of an IPv6 address, since one user owns all addresses below them. */
export function network(address: string): string {
  if (address.startsWith("::ffff:")) return address.slice(7);
  if (!isIPv6(address)) return address;
  const [head = "", tail] = address.split("::");
  const left = head === "" ? [] : head.split(":");
  const right = tail ? tail.split(":") : [];
  const zeros = Array<string>(
    tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length),
  ).fill("0");
  return [...left, ...zeros, ...right].slice(0, 4).join(":");
}
