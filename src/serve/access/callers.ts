import type { IncomingMessage } from "node:http";
import { RpcError } from "../../rpc/errors.ts";
import type { Caller } from "../../rpc/observer.ts";
import { AddressBuckets, network } from "./addressBuckets.ts";
import type { Bucket, Rate } from "./bucket.ts";
import { REFUSALS_BEFORE_DELAY } from "./delayRefusal.ts";
import { type Now, readClocks } from "./now.ts";
import type { Key, KeyRing } from "./keyRing.ts";
import {
  addressName,
  keyName,
  parseName,
  type SpentUnits,
} from "./spentUnits.ts";
import { secretsIn } from "./secret.ts";
import { bytesOf, costOfReading } from "./readingCost.ts";

/** Why a request is refused. */
export interface Refusal {
  readonly status: 401 | 403 | 429;
  readonly why: string;
  readonly retryAfter?: number;
  /** Whether to delay the refusal. */
  readonly delayRefusal?: boolean;
}

export interface Admission {
  readonly caller: Caller | null;
  /** The bucket that is charged, for the rate limit headers. */
  readonly bucket: Bucket | null;
}

export interface CallerOptions {
  readonly keys: KeyRing | null;
  /** The rate for addresses without a key; null for no limit. */
  readonly addressRate: Rate | null;
  /** Whether loopback addresses are limited too. */
  readonly limitLoopback: boolean;
  /** Receives every unit spent in this process. */
  readonly onSpend?: (who: string, units: number) => void;
}

/** Identifies callers and admits or refuses their requests. */
export class Callers {
  readonly #options: CallerOptions;
  readonly addresses: AddressBuckets | null;

  constructor(options: CallerOptions) {
    this.#options = options;
    this.addresses =
      options.addressRate && new AddressBuckets(options.addressRate);
  }

  admit(
    request: IncomingMessage,
    address: string,
    now: Now,
    bytes = bytesOf(request),
  ): Admission | Refusal {
    const { keys } = this.#options;
    const price = costOfReading(bytes);
    if (!keys) return this.#admitAddress(address, price, now);
    let given = false;
    for (const secret of secretsIn(request)) {
      given = true;
      const key = keys.find(secret);
      if (key) return this.#admitKey(key, price, now);
    }
    if (given) return this.#refuseKey(address, now, "unknown API key");
    if (keys.anonymous) return this.#admitAddress(address, price, now);
    return this.#refuseKey(address, now, "an API key is needed");
  }

  /** Adds units spent in other processes, also before this one started. */
  addSpentUnits(spentUnits: readonly SpentUnits[], now: Now): void {
    for (const [who, units, ofToday] of spentUnits) {
      const { key, name } = parseName(who);
      if (key) this.#options.keys?.withHash(name)?.spend(units, now, ofToday);
      else this.addresses?.of(name, now.steady).take(units, now.steady);
    }
  }

  /** All spent units, for a process that starts. */
  *spentUnits(now: Now): Generator<SpentUnits> {
    for (const [name, units] of this.addresses?.missing(now.steady) ?? [])
      yield [addressName(name), units, 0];
    for (const key of this.#options.keys?.all() ?? []) {
      const units = key.bucket?.missing(now.steady) ?? 0;
      const ofToday = key.spentToday(now.wall);
      if (units > 0 || ofToday > 0)
        yield [keyName(key.entry.sha256), units, ofToday];
    }
  }

  /** A wrong key costs a unit, which limits guessing. */
  #refuseKey(address: string, now: Now, why: string): Refusal {
    const admission = this.#admitAddress(address, 1, now);
    return "status" in admission ? admission : { status: 401, why };
  }

  #admitAddress(address: string, price: number, now: Now): Admission | Refusal {
    if (isLoopback(address) && !this.#options.limitLoopback)
      return { caller: null, bucket: null };
    const name = network(address);
    if (!this.addresses)
      return { caller: withoutRate(addressName(name)), bucket: null };
    const bucket = this.addresses.of(name, now.steady);
    const refusal = tooFast(bucket, now.steady);
    if (refusal) return refusal;
    const spend = (units: number): void => {
      bucket.take(units, performance.now());
      this.#options.onSpend?.(addressName(name), units);
    };
    const waitSeconds = () => bucket.waitSeconds(performance.now());
    const caller = paying(addressName(name), price, spend);
    return { bucket, caller: { ...caller, waitSeconds } };
  }

  #admitKey(key: Key, price: number, now: Now): Admission | Refusal {
    const refusal = refusalOf(key, now);
    if (refusal) return refusal;
    const name = keyName(key.entry.sha256);
    const spend = (units: number): void => {
      key.spend(units, readClocks());
      this.#options.onSpend?.(name, units);
    };
    const open = (method: string): void => {
      assertOpen(key, method);
    };
    const caller = {
      ...paying(name, price, spend, open),
      waitSeconds: () => waitOf(key, readClocks()),
      isRevoked: () =>
        this.#options.keys?.withHash(key.entry.sha256) !== key ||
        key.expired(readClocks().wall),
    };
    return { bucket: key.bucket, caller };
  }
}

/** Charges reading at once and each call when it is known. The price of reading includes one unit of the first call. */
function paying(
  name: string,
  price: number,
  spend: (units: number) => void,
  assertMay: (method: string) => void = () => undefined,
): Caller {
  let paid = 1;
  spend(price);
  return {
    name,
    assertMay,
    charge: (units) => {
      spend(units - paid);
      paid = 0;
    },
  };
}

/** A caller that may spend any number of units. */
function withoutRate(name: string): Caller {
  return { name, assertMay: () => undefined, charge: () => undefined };
}

function refusalOf(key: Key, now: Now): Refusal | null {
  if (key.expired(now.wall))
    return { status: 401, why: "this API key has expired" };
  const retryAfter = key.quotaWait(now.wall);
  if (retryAfter > 0) {
    const delayRefusal = ++key.refusals > REFUSALS_BEFORE_DELAY;
    const why = "the day's quota of this API key is spent";
    return { status: 429, why, retryAfter, delayRefusal };
  }
  key.refusals = 0;
  return key.bucket && tooFast(key.bucket, now.steady);
}

function waitOf(key: Key, { wall, steady }: Now): number {
  return key.quotaWait(wall) || (key.bucket?.waitSeconds(steady) ?? 0);
}

function assertOpen(key: Key, method: string): void {
  if (key.allows(method)) return;
  throw new RpcError("methodNotFound", `${method} is not open to this API key`);
}

function tooFast(bucket: Bucket, now: number): Refusal | null {
  const retryAfter = bucket.waitSeconds(now);
  if (retryAfter === 0) {
    bucket.refusals = 0;
    return null;
  }
  const delayRefusal = ++bucket.refusals > REFUSALS_BEFORE_DELAY;
  return { status: 429, why: "too many requests", retryAfter, delayRefusal };
}

export function isLoopback(address: string): boolean {
  return (
    address === "::1" ||
    address.startsWith("127.") ||
    address.startsWith("::ffff:127.")
  );
}
