import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import { test } from "node:test";
import { openReporter } from "../reporter.ts";
import type { ReporterCall } from "./messages.ts";
import { remoteReporter } from "./remoteReporter.ts";

/** The received form of a failure reported by a thread. */
function sent(err: Error): { readonly err: Record<string, unknown> } {
  let arrived: ReporterCall | null = null;
  const reporter = remoteReporter((call) => {
    arrived = structuredClone(call);
  });
  reporter.error({ err }, "it failed");
  assert.deepEqual([arrived![0], arrived![2]], ["error", "it failed"]);
  return arrived![1] as ReturnType<typeof sent>;
}

class DiskTrouble extends Error {}

test("an error arrives with its class, code and stack", () => {
  const failure = new DiskTrouble("no room", { cause: new Error("full") });
  const { err } = sent(Object.assign(failure, { code: "ENOSPC" }));
  assert.equal(err.type, "DiskTrouble");
  assert.equal(err.code, "ENOSPC");
  assert.match(String(err.message), /no room/);
  assert.match(String(err.stack), /remoteReporter\.test\.ts[^]*full/);
});

test("an error with data that cannot be cloned is reported", () => {
  const cause = { undo: () => undefined };
  const { err } = sent(new Error("odd", { cause }));
  assert.match(String(err.message), /odd/);
});

test("a received error is shown with its stack", () => {
  const out = new PassThrough();
  const reporter = openReporter("text", out as unknown as NodeJS.WriteStream);
  reporter.error(sent(new DiskTrouble("no room")), "it failed");
  assert.match(
    String(out.read()),
    / error it failed: .*no room\n +at .*remoteReporter/,
  );
});
