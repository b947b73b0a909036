import { isIPv6 } from "node:net";
import { Bucket, type Rate } from "./bucket.ts";

/** Addresses remembered at once; beyond that the ones heard of longest ago are forgotten. */
const MAX_ADDRESSES = 100_000;

/** A bucket for each address that asked lately. */
export class AddressBuckets {
  readonly #buckets = new Map<string, Bucket>();
  readonly #rate: Rate;

  constructor(rate: Rate) {
    this.#rate = rate;
  }

  /** By the name of its network, see below. */
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

  /** What is missing from each that is not full. */
  *missing(now: number): Generator<readonly [name: string, units: number]> {
    for (const [name, bucket] of this.#buckets)
      if (!bucket.isFull(now)) yield [name, bucket.missing(now)];
  }

  /** A full bucket is as good as a new one. */
  forgetFull(now: number): void {
    for (const [name, bucket] of this.#buckets)
      if (bucket.isFull(now)) this.#buckets.delete(name);
  }

  #forgetOldest(): void {
    const [oldest] = this.#buckets.keys();
    if (oldest !== undefined) this.#buckets.delete(oldest);
  }
}

/** IPv4 as it is, also when it comes mapped; of IPv6 the half that names a network, since its owner has all of the other. */
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
