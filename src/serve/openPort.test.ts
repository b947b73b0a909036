import assert from "node:assert/strict";
import { createServer } from "node:http";
import { test } from "node:test";
import { openPort } from "./openPort.ts";

const cases = [
  ["0.0.0.0", /^http:\/\/127\.0\.0\.1:\d+$/],
  ["::", /^http:\/\/\[::1\]:\d+$/],
] as const;

for (const [host, expected] of cases)
  test(`on all addresses (${host}), the displayed address can be opened by a browser on this machine`, async () => {
    const server = createServer((_request, response) => response.end("here"));
    const port = await openPort(server, server, { host, port: 0 });
    try {
      assert.match(port.base, expected);
      assert.equal(await (await fetch(port.base)).text(), "here");
    } finally {
      await port.close(1_000);
    }
  });
