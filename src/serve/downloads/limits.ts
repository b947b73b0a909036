// Limits of downloads of lists and of the snapshot: permitted callers, number at once, and lowest speed.
import { once } from "node:events";
import type { ServerResponse } from "node:http";
import type { Caller } from "../../rpc/observer.ts";
import { parseName } from "../access/spentUnits.ts";
import { HttpRefusal } from "../refusal.ts";

/** The permitted callers: none, those with a key and this machine, or all. */
export type DownloadAccess = "none" | "keys" | "anyone";

/** A caller has to read this much within SLOWEST_MS, which is at least 13 kB per second. */
export const PIECE = 256 * 1024;
export const SLOWEST_MS = 20_000;

/**
 * Counts downloads: each caller may have one at a time, and the total is limited so that downloads do not crowd out
 * requests.
 */
export class DownloadLimit {
  readonly #most: number;
  readonly #callers = new Set<string>();
  #count = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Returns a function that ends the download. */
  start(caller: string | null): () => void {
    if (caller !== null && this.#callers.has(caller))
      throw new HttpRefusal(429, "another download of this caller is running");
    if (this.#count >= this.#most)
      throw new HttpRefusal(
        503,
        "the limit of concurrent downloads is reached",
      );
    this.#count++;
    if (caller !== null) this.#callers.add(caller);
    return () => {
      this.#count--;
      if (caller !== null) this.#callers.delete(caller);
    };
  }
}

/** Callers that are neither counted nor limited are on this machine. */
export function assertMayDownload(
  access: DownloadAccess,
  caller: Caller | undefined,
): void {
  const known = !caller || parseName(caller.name).key;
  if (access === "anyone" || (access === "keys" && known)) return;
  throw new HttpRefusal(
    401,
    access === "none"
      ? "exports are switched off on this server"
      : "exports need an API key",
  );
}

/** Waits while the caller's buffers are full, so that no more than a page is in memory. */
export async function write(
  response: ServerResponse,
  bytes: Uint8Array,
  slowestMs: number,
): Promise<void> {
  for (let from = 0; from < bytes.length; from += PIECE) {
    if (response.destroyed) throw new Error("the caller disconnected");
    if (response.write(bytes.subarray(from, from + PIECE))) continue;
    await drained(response, slowestMs);
  }
}

async function drained(
  response: ServerResponse,
  slowestMs: number,
): Promise<void> {
  const gone = new AbortController();
  const onClose = (): void => {
    gone.abort();
  };
  response.once("close", onClose);
  const late = AbortSignal.timeout(slowestMs);
  const signal = AbortSignal.any([late, gone.signal]);
  try {
    await once(response, "drain", { signal });
  } catch (error) {
    throw late.aborted
      ? new HttpRefusal(408, "the caller reads too slowly")
      : error;
  } finally {
    response.off("close", onClose);
  }
}
