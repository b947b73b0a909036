import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import { test } from "node:test";
import { openScreen } from "./screen.ts";

function textScreen() {
  const out = new PassThrough();
  return {
    out,
    screen: openScreen("text", out as unknown as NodeJS.WriteStream),
  };
}
const failure = (code: string) => Object.assign(new Error(code), { code });

test("lines go on after whoever read them has gone", () => {
  const { out, screen } = textScreen();
  out.emit("error", failure("EPIPE"));
  screen.say("still here");
  assert.equal(String(out.read()), "still here\n");
});

test("a screen that fails in any other way is not passed over", () => {
  const { out } = textScreen();
  assert.throws(() => out.emit("error", failure("EIO")), /EIO/);
});
