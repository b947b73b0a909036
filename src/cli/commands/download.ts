import { open, readFile, rm, stat, writeFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { NodeUnreachable } from "../../ingest/source/node/jsonRpc.ts";
import { pauseAfter } from "../../ingest/source/node/retry.ts";
import { UsageError } from "../../settings/usageError.ts";

export interface DownloadOptions {
  readonly firstPauseMs?: number;
  /** Gives up with the last failure after this long without a single byte. */
  readonly giveUpAfterMs?: number;
  readonly onProgress?: (at: number, of: number | null) => void;
  readonly onRetry?: (error: Error, pauseMs: number) => void;
}

/**
 * Downloads a file. It resumes where an earlier attempt, in this run or a previous one, was interrupted, until the file
 * is discarded.
 */
export async function download(
  url: URL,
  path: string,
  signal: AbortSignal,
  options: DownloadOptions = {},
): Promise<void> {
  const { firstPauseMs = 500, giveUpAfterMs = 10 * 60_000 } = options;
  const limits = { firstPauseMs, longestPauseMs: 30_000 };
  let failures = 0;
  let moved = Date.now();
  const onProgress: DownloadOptions["onProgress"] = (at, of) => {
    failures = 0;
    moved = Date.now();
    options.onProgress?.(at, of);
  };
  for (;;) {
    try {
      await attempt(url, path, signal, onProgress);
      break;
    } catch (error) {
      signal.throwIfAborted();
      const over = Date.now() - moved >= giveUpAfterMs;
      if (error instanceof UsageError || over) throw error;
      const pause = pauseAfter(error, failures++, limits);
      options.onRetry?.(error as Error, pause);
      await sleep(pause, undefined, { signal });
    }
  }
}

/** Deletes a download that is in use or useless, so that a later one starts over. */
export async function discard(path: string): Promise<void> {
  await rm(path, { force: true });
  await rm(tagOf(path), { force: true });
}

/** A file beside the download with the version that the server sent. */
const tagOf = (path: string): string => `${path}.tag`;

async function attempt(
  url: URL,
  path: string,
  signal: AbortSignal,
  onProgress: NonNullable<DownloadOptions["onProgress"]>,
): Promise<void> {
  const tag = await readFile(tagOf(path), "utf8").catch(() => null);
  const have = tag
    ? await stat(path).then(
        ({ size }) => size,
        () => 0,
      )
    : 0;
  const headers: Record<string, string> =
    tag && have > 0 ? { range: `bytes=${have}-`, "if-range": tag } : {};
  const response = await fetch(url, { headers, signal });
  const total = totalOf(response, have);
  if (response.status === 416 && have > 0) {
    if (have === total) return;
    await discard(path);
    throw new Error("the file has changed; starting over");
  }
  if (!response.ok || !response.body) throw refused(url, response);
  const resumed = response.status === 206;
  if (!resumed) await rememberVersion(path, response);
  let at = resumed ? have : 0;
  const file = await open(path, resumed ? "a" : "w");
  try {
    // Chunk by chunk, so that the received part survives an interruption.
    for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
      await file.write(chunk);
      onProgress((at += chunk.length), total);
    }
  } finally {
    await file.close();
  }
  if (total !== null && at !== total)
    throw new Error(`the download stopped at ${at} of ${total} bytes`);
}

/** Without a strong validator a later attempt starts over, because the file may have changed. */
async function rememberVersion(path: string, { headers }: Response) {
  const etag = headers.get("etag");
  const tag =
    etag && !etag.startsWith("W/") ? etag : headers.get("last-modified");
  if (tag) await writeFile(tagOf(path), tag);
  else await rm(tagOf(path), { force: true });
}

function totalOf({ status, headers }: Response, have: number): number | null {
  if (status === 206 || status === 416) {
    const total = /\/(\d+)$/.exec(headers.get("content-range") ?? "")?.[1];
    if (total !== undefined) return Number(total);
  }
  const length = headers.get("content-length");
  if (length === null) return null;
  return Number(length) + (status === 206 ? have : 0);
}

function refused(url: URL, { status }: Response): Error {
  const why = `${url.origin} answered HTTP ${status}`;
  const transient = status >= 500 || status === 429 || status === 408;
  return transient ? new NodeUnreachable(why) : new UsageError(why);
}
