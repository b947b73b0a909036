import assert from "node:assert/strict";
import { request } from "node:http";
import { test } from "node:test";
import { postgres } from "../../store/dialect.ts";
import type { Reader } from "../../store/reader.ts";
import { buildServer } from "./server.ts";
import * as methods from "../methods/index.ts";

const BODY = JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "getLatestCompressionSignatures",
});
/** The first is answered past the router, the second by it. */
const TYPES = ["application/json", "application/json;charset=utf-8"];

for (const type of TYPES) {
  test(`a client that disconnects cancels its request (${type})`, async () => {
    const asked = Promise.withResolvers<AbortSignal>();
    const never = () => new Promise<never>(() => undefined);
    const read = {
      until: (signal: AbortSignal) => {
        asked.resolve(signal);
        return { dialect: postgres, all: never };
      },
    } as unknown as Reader;
    const log = { error: () => undefined };
    const app = buildServer({ read, methods, log, version: "test" });
    const url = new URL(await app.listen({ host: "127.0.0.1", port: 0 }));
    const headers = { "content-type": type, "content-length": BODY.length };
    const client = request(url, { method: "POST", headers }).end(BODY);
    client.on("error", () => undefined);
    const signal = await asked.promise;
    assert.equal(signal.aborted, false);
    const aborted = new Promise((resolve) => {
      signal.addEventListener("abort", resolve);
    });
    client.destroy();
    await aborted;
    await app.close();
  });
}
