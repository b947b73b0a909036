// `GET /snapshot`: the operator's newest snapshot, for `tachyon snapshot restore URL` on another machine.
import { open, type FileHandle } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { FastifyInstance } from "fastify";
import { callerOf } from "../../rpc/http/callerOf.ts";
import { StoreError } from "../../store/errors.ts";
import { readHeader } from "../../store/snapshot/header.ts";
import {
  assertMayDownload,
  type DownloadAccess,
  PIECE,
  type DownloadLimit,
  SLOWEST_MS,
  write,
} from "./limits.ts";
import { serveRaw } from "../rawRoutes.ts";
import { HttpRefusal, sendRefusal } from "../refusal.ts";

export interface SnapshotParts {
  /** The file; it may be replaced, or appear later. */
  readonly file: string;
  readonly access: DownloadAccess;
  readonly running: DownloadLimit;
  /** Time limit for a caller to read the bytes in its buffers. */
  readonly slowestMs?: number;
  readonly onError: (error: unknown) => void;
}

export function serveSnapshot(
  app: FastifyInstance,
  parts: SnapshotParts,
): void {
  serveRaw(app, "/snapshot", (request, response) =>
    answer(request.raw, response, parts).catch((error: unknown) => {
      if (!response.headersSent) sendRefusal(response, error, parts.onError);
      else {
        // A caller who left or was too slow is no failure.
        if (!response.destroyed && !(error instanceof HttpRefusal))
          parts.onError(error);
        response.destroy();
      }
    }),
  );
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  parts: SnapshotParts,
): Promise<void> {
  const caller = callerOf(request);
  assertMayDownload(parts.access, caller);
  caller?.assertMay("snapshot");
  const done = parts.running.start(caller?.name ?? null);
  try {
    const file = await openSnapshot(parts.file);
    try {
      await send(file, request, response, parts.slowestMs ?? SLOWEST_MS);
    } finally {
      await file.close();
    }
  } finally {
    done();
  }
}

/** An open file keeps its content when another one takes its name. */
async function openSnapshot(path: string): Promise<FileHandle> {
  try {
    await readHeader(path); // nothing but snapshots leaves this machine
    return await open(path, "r");
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    throw new HttpRefusal(
      503,
      "there is no snapshot on this server at present",
    );
  }
}

async function send(
  file: FileHandle,
  request: IncomingMessage,
  response: ServerResponse,
  slowestMs: number,
): Promise<void> {
  const { ino, size: bytes, mtimeNs } = await file.stat({ bigint: true });
  const size = Number(bytes);
  const etag = `"${ino.toString(36)}-${bytes.toString(36)}-${mtimeNs.toString(36)}"`;
  const from = firstByte(request, etag);
  response.setHeader("etag", etag);
  response.setHeader("accept-ranges", "bytes");
  response.setHeader("cache-control", "no-store");
  if (from !== null && from >= size) {
    response.writeHead(416, { "content-range": `bytes */${size}` }).end();
    return;
  }
  const start = from ?? 0;
  response.writeHead(from === null ? 200 : 206, {
    "content-type": "application/octet-stream",
    "content-disposition": 'attachment; filename="tachyon.snapshot"',
    "content-length": size - start,
    ...(from !== null && {
      "content-range": `bytes ${start}-${size - 1}/${size}`,
    }),
  });
  const options = { start, end: size - 1, highWaterMark: PIECE };
  const stream = file.createReadStream({ ...options, autoClose: false });
  let left = size - start;
  for await (const piece of stream as AsyncIterable<Uint8Array>) {
    left -= piece.length;
    await write(response, piece, slowestMs);
  }
  // The caller would wait for the rest.
  if (left > 0) response.destroy();
  else response.end();
}

/** Null for the whole file: also for ranges that no resumed download asks for, and when the file has changed since. */
function firstByte({ headers }: IncomingMessage, etag: string): number | null {
  const from = /^bytes=(\d{1,15})-$/.exec(headers.range ?? "")?.[1];
  if (from === undefined) return null;
  const expected = headers["if-range"];
  return expected === undefined || expected === etag ? Number(from) : null;
}
