import assert from "node:assert/strict";
import type { IncomingMessage } from "node:http";
import { test } from "node:test";
import { waitFor } from "../../../test/waitFor.ts";
import type { Reporter } from "../reporter.ts";
import { ShadowThread } from "./shadowThread.ts";

/** Ends when it is to compare an answer "fatal"; finds nothing else to say. */
const MORTAL = `
  import { parentPort } from "node:worker_threads";
  parentPort.on("message", ({ exchange }) => {
    if (exchange.answer === "fatal") throw new Error("the thread ends");
    parentPort.postMessage({ kind: "compared", calls: [], leftOut: 0 });
  });
`;

test("a thread that ends is started again, and holds no place meanwhile", async (t) => {
  const errors: object[] = [];
  const none = () => undefined;
  const error = (facts: object) => void errors.push(facts);
  const reporter: Reporter = { say: none, warn: none, status: none, error };
  const url = "http://127.0.0.1:1";
  const thread = new ShadowThread({
    ...{ url, rate: 1_000, share: 1, forwardKeys: false, reporter },
    askThis: () => "",
    program: new URL(`data:text/javascript,${encodeURIComponent(MORTAL)}`),
  });
  t.after(() => thread.close());
  const request = { headers: {}, url: "/" } as unknown as IncomingMessage;
  const body = Buffer.from("{}");
  const takes = () => thread.takes(request, 1);
  assert.ok(takes());
  assert.ok(takes());
  thread.sent({ request, body, answer: "fatal" });
  await waitFor("the thread to end", () => thread.skipped.has("failed"));
  assert.equal(takes(), false);
  // An answer that was being sent meanwhile.
  thread.sent({ request, body, answer: "late" });
  assert.equal(thread.inFlight, 0);
  await waitFor("another thread", takes);
  thread.sent({ request, body, answer: "fine" });
  await waitFor("its comparison", () => thread.inFlight === 0);
  assert.equal(errors.length, 1);
});
