import assert from "node:assert/strict";
import fastify from "fastify";
import * as methods from "../../src/rpc/methods/index.ts";
import { DownloadLimit } from "../../src/serve/downloads/limits.ts";
import {
  type ExportParts,
  serveExports,
} from "../../src/serve/downloads/exports.ts";
import type { Reader } from "../../src/store/reader.ts";
import { admitAll } from "./admitted.ts";

/** Serves the exports of a store on a port. An error that would be logged fails the test. */
export async function withExportServer<T>(
  read: Reader,
  parts: Partial<ExportParts>,
  work: (base: string) => Promise<T>,
): Promise<T> {
  const app = fastify();
  admitAll(app);
  serveExports(app, {
    ...{ read, methods, access: "keys", running: new DownloadLimit(2) },
    onError: (error) => assert.fail(String(error)),
    ...parts,
  });
  const base = await app.listen({ port: 0, host: "127.0.0.1" });
  try {
    return await work(base);
  } finally {
    await app.close();
  }
}
