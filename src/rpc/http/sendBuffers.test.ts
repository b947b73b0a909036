import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, type AddressInfo, type Socket } from "node:net";
import { buffer } from "node:stream/consumers";
import { test } from "node:test";
import { Type } from "typebox";
import { Random } from "../../../test/model/random.ts";
import { Chunks } from "../../render/text.ts";
import type { Reader } from "../../store/reader.ts";
import { ITEMS } from "../answerBound.ts";
import { buildServer } from "./server.ts";
import { defineMethod, textOf } from "../method.ts";
import { params } from "../params.ts";

/** Answers that are smaller than a sheet, and one that is larger. */
const lengths = { A: 40_000, B: 300_000, C: 1_000_000, D: 2_000_000 };
type Letter = keyof typeof lengths;
const letters = Object.keys(lengths) as Letter[];

const define = (letter: Letter) =>
  defineMethod({
    summary: "A letter many times.",
    params: params({}),
    bound: ITEMS,
    result: textOf(Type.Unknown()),
    run: () => {
      const half = letter.repeat(lengths[letter] / 2);
      return new Chunks(['"', half, half, '"']);
    },
  });

async function listening() {
  const app = buildServer({
    read: {} as Reader, // no method here touches it
    methods: Object.fromEntries(
      letters.map((letter) => [letter, define(letter)]),
    ),
    version: "1.2.3",
    log: { error: () => undefined },
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
  return { app, port: (app.server.address() as AddressInfo).port };
}

/** Asks for all of them at once, on one connection that the server may close after the last. */
async function askFor(wanted: readonly Letter[], port: number) {
  const socket = connect(port);
  await once(socket, "connect");
  wanted.forEach((method, i) => {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method });
    const head = [
      "POST / HTTP/1.1",
      "host: here",
      "content-type: application/json",
      `content-length: ${body.length}`,
      `connection: ${i === wanted.length - 1 ? "close" : "keep-alive"}`,
    ];
    socket.write(`${head.join("\r\n")}\r\n\r\n${body}`);
  });
  return socket;
}

async function assertAnswers(socket: Socket, wanted: readonly Letter[]) {
  const text = (await buffer(socket)).toString("latin1");
  let at = 0;
  for (const letter of wanted) {
    const body = text.indexOf("\r\n\r\n", at) + 4;
    const result = letter.repeat(lengths[letter]);
    const answer = `{"jsonrpc":"2.0","id":1,"result":"${result}"}`;
    at = body + answer.length;
    assert.ok(text.slice(body, at) === answer, `another answer than ${letter}`);
  }
  assert.equal(at, text.length);
}

test("answers that share memory are never mixed up, however late they are read or interrupted", async (t) => {
  const { app, port } = await listening();
  t.after(() => app.close());
  const random = new Random(3);
  const some = (count: number) =>
    Array.from({ length: count }, () => random.pick(letters));
  // More than the system holds for a connection: the server waits until they are read.
  const late = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const wanted = some(24);
      return { wanted, socket: await askFor(wanted, port) };
    }),
  );
  for (let i = 0; i < 40; i++) {
    const wanted = some(4);
    await assertAnswers(await askFor(wanted, port), wanted);
    const gone = await askFor(some(12), port);
    await once(gone, "data");
    gone.destroy();
  }
  for (const { socket, wanted } of late) await assertAnswers(socket, wanted);
});
