import assert from "node:assert/strict";
import { test } from "node:test";
import { BodyBuffer } from "./bodyBuffer.ts";

test("a body has the same bytes, however many chunks it arrives in", () => {
  const bytes = Buffer.from(Array.from({ length: 10_000 }, (_, i) => i % 251));
  for (const size of [1, 7, 4096, 10_000]) {
    const body = new BodyBuffer(bytes.length);
    for (let at = 0; at < bytes.length; at += size)
      body.add(bytes.subarray(at, at + size));
    assert.deepEqual(body.whole(), bytes);
  }
});

test("a body in many chunks is copied about twice, not once for each chunk", (t) => {
  const body = new BodyBuffer(100_000);
  const copy = t.mock.method(Buffer.prototype as Pick<Buffer, "copy">, "copy");
  const concat = t.mock.method(Buffer, "concat");
  let copied = 0;
  for (let i = 0; i < 10_000; i++) body.add(Buffer.alloc(10));
  assert.equal(body.whole().length, 100_000);
  for (const call of copy.mock.calls) copied += call.result!;
  for (const call of concat.mock.calls) copied += call.result!.length;
  assert.ok(copied < 400_000, `${copied} bytes were copied`);
});

test("memory is allocated for received bytes only, whatever length was announced", () => {
  const body = new BodyBuffer(2 ** 20);
  body.add(Buffer.alloc(10));
  body.add(Buffer.alloc(10));
  assert.ok(body.whole().buffer.byteLength < 2 ** 18);
});
