import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import { test } from "node:test";
import { Progress } from "./indexing/progress.ts";
import { openReporter } from "./reporter.ts";

function textReporter() {
  const out = new PassThrough();
  return {
    out,
    reporter: openReporter("text", out as unknown as NodeJS.WriteStream),
  };
}
/** A read gives one chunk. */
function readAll(out: PassThrough): string {
  let text = "";
  for (let chunk; (chunk = out.read() as Buffer | null);) text += String(chunk);
  return text;
}
const failure = (code: string) => Object.assign(new Error(code), { code });

test("logging goes on after its pipe is closed", () => {
  const { out, reporter } = textReporter();
  out.emit("error", failure("EPIPE"));
  reporter.say("still here");
  assert.match(String(out.read()), /info {2}still here\n$/);
});

test("any other output error is thrown", () => {
  const { out } = textReporter();
  assert.throws(() => out.emit("error", failure("EIO")), /EIO/);
});

test("a line of a text log has its time and its level", () => {
  const { out, reporter } = textReporter();
  reporter.say("one");
  reporter.warn("two");
  reporter.error({ err: { message: "why" } }, "three");
  const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z /;
  const lines = readAll(out).trimEnd().split("\n");
  for (const line of lines) assert.match(line, time);
  assert.deepEqual(
    lines.map((line) => line.replace(time, "")),
    ["info  one", "warn  two", "error three: why"],
  );
});

test("progress is drawn only on a terminal; logs get text and numbers", () => {
  const screen = Object.assign(new PassThrough(), { isTTY: true, columns: 80 });
  const drawn = openReporter("text", screen as unknown as NodeJS.WriteStream);
  const { out, reporter } = textReporter();
  const calls: unknown[][] = [];
  const recording = {
    ...reporter,
    status: (...args: unknown[]) => void calls.push(args),
  };
  const source = { progress: () => ({ at: 1, of: 2 }) };
  const written = { slot: 7, blocks: 1, transactions: 0, setAside: 0 };
  for (const target of [drawn, reporter, recording])
    new Progress(source, target).add(written);
  assert.match(String(screen.read()), /█{10}░{10} slot 7 · 50%/);
  assert.match(String(out.read()), /info {2}slot 7 · 50% · \d+ blocks\/s/);
  const [[text, facts] = []] = calls;
  assert.equal(text, "indexing");
  const { share, blocks } = facts as { share: number; blocks: number };
  assert.deepEqual([share, blocks], [0.5, 1]);
});
