import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { createJsonRpc } from "./jsonRpc.ts";

test("a user and password in the node's URL are sent as a header, as other clients do", async (t) => {
  const seen: (string | undefined)[] = [];
  const node = createServer((request, response) => {
    seen.push(request.headers.authorization);
    response.end('{"jsonrpc":"2.0","id":1,"result":7}');
  }).listen(0, "127.0.0.1");
  t.after(() => node.close());
  await once(node, "listening");
  const { port } = node.address() as AddressInfo;
  const ask = (login: string) =>
    createJsonRpc(new URL(`http://${login}127.0.0.1:${port}/key`)).call(
      "getSlot",
      [],
      AbortSignal.timeout(5_000),
    );
  assert.equal(await ask("us%40er:p%3Ass@"), 7);
  assert.equal(await ask(""), 7);
  const expected = `Basic ${Buffer.from("us@er:p:ss").toString("base64")}`;
  assert.deepEqual(seen, [expected, undefined]);
});
