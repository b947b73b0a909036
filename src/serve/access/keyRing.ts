import { createHash } from "node:crypto";
import { Bucket } from "./bucket.ts";
import type { Now } from "./now.ts";
import type { KeyEntry, KeyFile } from "./keyFile.ts";

/** An API key: its entry in the key file and what it has spent. */
export class Key {
  entry: KeyEntry;
  bucket: Bucket | null;
  /** Consecutive refusals because the daily quota is spent. */
  refusals = 0;
  #day = 0;
  #spent = 0;

  constructor(entry: KeyEntry, now: number) {
    this.entry = entry;
    this.bucket = entry.rate && new Bucket(entry.rate, now);
  }

  allows(scope: string): boolean {
    return this.entry.scopes?.has(scope) ?? true;
  }

  expired(now: number): boolean {
    return this.entry.expires !== null && now >= this.entry.expires;
  }

  spend(units: number, { wall, steady }: Now, ofToday = units): void {
    this.#startNewDay(wall);
    this.#spent += ofToday;
    this.bucket?.take(units, steady);
  }

  spentToday(now: number): number {
    this.#startNewDay(now);
    return this.#spent;
  }

  /** Seconds until the next day if the daily quota is spent, else 0. */
  quotaWait(now: number): number {
    this.#startNewDay(now);
    const { dailyUnits } = this.entry;
    if (dailyUnits === null || this.#spent < dailyUnits) return 0;
    return Math.ceil(((this.#day + 1) * DAY_MS - now) / 1000);
  }

  #startNewDay(now: number): void {
    const day = Math.floor(now / DAY_MS);
    if (day === this.#day) return;
    this.#day = day;
    this.#spent = 0;
  }
}

const DAY_MS = 86_400_000;

/** The keys of a file by their hash. Reloading the file keeps what the keys have spent. */
export class KeyRing {
  #keys = new Map<string, Key>();
  anonymous = false;

  load({ keys, anonymous }: KeyFile, now: number): void {
    const before = this.#keys;
    this.anonymous = anonymous;
    this.#keys = new Map(
      keys.map((entry) => [
        entry.sha256,
        renewed(before.get(entry.sha256), entry, now),
      ]),
    );
  }

  find(secret: string): Key | null {
    return this.withHash(createHash("sha256").update(secret).digest("hex"));
  }

  withHash(hash: string): Key | null {
    return this.#keys.get(hash) ?? null;
  }

  all(): Iterable<Key> {
    return this.#keys.values();
  }
}

function renewed(known: Key | undefined, entry: KeyEntry, now: number): Key {
  if (!known) return new Key(entry, now);
  const sameRate =
    known.entry.rate?.perSecond === entry.rate?.perSecond &&
    known.entry.rate?.burst === entry.rate?.burst;
  if (!sameRate) known.bucket = entry.rate && new Bucket(entry.rate, now);
  known.entry = entry;
  return known;
}
