import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import { test } from "node:test";
import { openReporter } from "./reporter.ts";

function textReporter() {
  const out = new PassThrough();
  return {
    out,
    reporter: openReporter("text", out as unknown as NodeJS.WriteStream),
  };
}
const failure = (code: string) => Object.assign(new Error(code), { code });

test("lines go on after whoever read them has gone", () => {
  const { out, reporter } = textReporter();
  out.emit("error", failure("EPIPE"));
  reporter.say("still here");
  assert.equal(String(out.read()), "still here\n");
});

test("a screen that fails in any other way is not passed over", () => {
  const { out } = textReporter();
  assert.throws(() => out.emit("error", failure("EIO")), /EIO/);
});
