import assert from "node:assert/strict";
import { test } from "node:test";
import { NodeUnreachable } from "./jsonRpc.ts";
import { retrying } from "./retry.ts";

const never = new AbortController().signal;

/** Fails with each of the errors in turn, then gives "done". */
function failing(errors: readonly Error[]): () => Promise<string> {
  const left = [...errors];
  return () => {
    const error = left.shift();
    return error ? Promise.reject(error) : Promise.resolve("done");
  };
}

async function pausesAfter(errors: readonly Error[]): Promise<number[]> {
  const pauses: number[] = [];
  const onRetry = (_: Error, pauseMs: number): unknown => pauses.push(pauseMs);
  const policy = { firstPauseMs: 4, longestPauseMs: 20, onRetry };
  assert.equal(await retrying(failing(errors), policy, never), "done");
  return pauses;
}

test("pauses grow up to the longest", async () => {
  const pauses = await pausesAfter(Array(6).fill(new Error("no")));
  const expected = [4, 8, 16, 20, 20, 20];
  pauses.forEach((pause, i) => {
    assert.ok(pause >= expected[i]! * 0.75 && pause <= expected[i]! * 1.25);
  });
  assert.equal(pauses.length, expected.length);
});

test("a node's own Retry-After is respected", async () => {
  const [pause] = await pausesAfter([new NodeUnreachable("busy", null, 60)]);
  assert.equal(pause, 60);
});

test("an error that no retry can cure is thrown at once", async () => {
  const final = new Error("gone");
  const policy = {
    firstPauseMs: 1,
    longestPauseMs: 1,
    isFinal: (error: unknown) => error === final,
  };
  const attempt = failing([new Error("first"), final]);
  await assert.rejects(retrying(attempt, policy, never), /gone/);
});

test("retries end after the time limit", async () => {
  const policy = { firstPauseMs: 5, longestPauseMs: 5, giveUpAfterMs: 500 };
  let attempts = 0;
  const attempt = (): Promise<never> => {
    attempts++;
    return Promise.reject(new Error("still"));
  };
  await assert.rejects(retrying(attempt, policy, never), /still/);
  assert.ok(attempts > 1);
});

test("a stop ends the pause", async () => {
  const stop = new AbortController();
  const policy = { firstPauseMs: 60_000, longestPauseMs: 60_000 };
  setTimeout(() => {
    stop.abort();
  }, 10);
  const attempt = failing([new Error("no")]);
  await assert.rejects(retrying(attempt, policy, stop.signal), {
    name: "AbortError",
  });
});
