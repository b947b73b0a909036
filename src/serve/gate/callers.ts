import type { IncomingMessage } from "node:http";
import { RpcError } from "../../rpc/errors.ts";
import type { Caller } from "../../rpc/observer.ts";
import { AddressBuckets } from "./addressBuckets.ts";
import type { Bucket, Rate } from "./bucket.ts";
import type { Key, KeyRing } from "./keyRing.ts";
import { secretsIn } from "./secret.ts";
import { costOf } from "./tariff.ts";

/** A request that goes no further. */
export interface Refusal {
  readonly status: 401 | 403 | 429;
  readonly why: string;
  readonly retryAfter?: number;
}

export interface Admission {
  readonly caller: Caller | null;
  /** Whose units the caller spends, for the headers that tell. */
  readonly bucket: Bucket | null;
}

export interface CallerOptions {
  readonly keys: KeyRing | null;
  /** For addresses without a key; null lets them ask without limit. */
  readonly addressRate: Rate | null;
  /** Whether this machine's own addresses are limited too. */
  readonly limitLoopback: boolean;
}

/** Tells who is asking and whether they may. */
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
    now: number,
  ): Admission | Refusal {
    const { keys } = this.#options;
    if (!keys) return this.#admitAddress(address, now);
    let given = false;
    for (const secret of secretsIn(request)) {
      given = true;
      const key = keys.find(secret);
      if (key) return admitKey(key, now);
    }
    if (keys.anonymous && !given) return this.#admitAddress(address, now);
    return {
      status: 401,
      why: given ? "unknown API key" : "an API key is needed",
    };
  }

  #admitAddress(address: string, now: number): Admission | Refusal {
    if (
      !this.addresses ||
      (isLoopback(address) && !this.#options.limitLoopback)
    )
      return { caller: null, bucket: null };
    const bucket = this.addresses.of(address, now);
    return (
      tooFast(bucket, now) ?? {
        bucket,
        caller: {
          charge: (_method, params) => {
            bucket.take(costOf(params), Date.now());
          },
        },
      }
    );
  }
}

function admitKey(key: Key, now: number): Admission | Refusal {
  if (key.expired(now)) return { status: 401, why: "this API key has expired" };
  const wait = key.quotaWait(now);
  if (wait > 0)
    return {
      status: 429,
      why: "the day's quota of this API key is spent",
      retryAfter: wait,
    };
  const { bucket } = key;
  return (
    (bucket && tooFast(bucket, now)) ?? {
      bucket,
      caller: {
        charge: (method, params) => {
          if (!key.allows(method))
            throw new RpcError(
              "methodNotFound",
              `${method} is not open to this API key`,
            );
          key.spend(costOf(params), Date.now());
        },
      },
    }
  );
}

function tooFast(bucket: Bucket, now: number): Refusal | null {
  const retryAfter = bucket.waitSeconds(now);
  return retryAfter > 0
    ? { status: 429, why: "too many requests", retryAfter }
    : null;
}

export function isLoopback(address: string): boolean {
  return (
    address === "::1" ||
    address.startsWith("127.") ||
    address.startsWith("::ffff:127.")
  );
}
