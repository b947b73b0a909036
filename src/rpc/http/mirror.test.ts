import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { test, type TestContext } from "node:test";
import { Chunks, joinChunks, type Text } from "../../render/text.ts";
import { waitFor } from "../../../test/waitFor.ts";
import { type Mirror, mirrorAnswer, type SentAnswer } from "./mirror.ts";

class NotingMirror implements Mirror {
  readonly seen: SentAnswer[] = [];
  lost = 0;
  takes(): boolean {
    return true;
  }
  sent(exchange: SentAnswer): void {
    this.seen.push(exchange);
  }
  left(): void {
    this.lost++;
  }
}

/** Sends a request to a server whose answers are mirrored and then left to `answer`. */
async function ask(
  t: TestContext,
  text: Text | null,
  answer: (response: ServerResponse) => void,
) {
  const mirror = new NotingMirror();
  const server = createServer((incoming, response) => {
    mirrorAnswer(mirror, incoming, response, Buffer.from("asked"), text);
    answer(response);
  }).listen(0, "127.0.0.1");
  t.after(() => server.close());
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const sent = request({ port, host: "127.0.0.1", method: "POST" });
  sent.on("error", () => undefined).end();
  return { mirror, sent };
}

test("an answer is shown once it is sent, also when its chunks were taken meanwhile", async (t) => {
  const chunks = new Chunks(["a", "b"]);
  let finish: () => void = () => undefined;
  const { mirror, sent } = await ask(t, chunks, (response) => {
    response.write(joinChunks(chunks));
    finish = () => void response.end();
  });
  const [response] = (await once(sent, "response")) as [NodeJS.ReadableStream];
  assert.equal(mirror.seen.length, 0);
  finish();
  response.resume();
  await waitFor("the answer to be shown", () => mirror.seen.length > 0);
  const [{ body, answer }] = mirror.seen as [SentAnswer];
  assert.deepEqual([body.toString(), joinChunks(answer)], ["asked", "ab"]);
});

test("of a caller that leaves before its answer, the mirror learns that it left", async (t) => {
  const { mirror, sent } = await ask(t, "answer", () => {
    sent.destroy();
  });
  await waitFor("the caller to have left", () => mirror.lost === 1);
  assert.deepEqual(mirror.seen, []);
});

test("what has no answer is not shown", async (t) => {
  const { mirror, sent } = await ask(t, null, (response) => {
    response.end();
  });
  await once(sent, "response");
  assert.deepEqual([mirror.seen.length, mirror.lost], [0, 0]);
});
