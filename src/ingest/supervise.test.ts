import assert from "node:assert/strict";
import { once } from "node:events";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { Stalled, supervise } from "./supervise.ts";

const never = new AbortController().signal;
const quick = { firstPauseMs: 1, behind: () => true, progress: () => 0 };

test("work that fails temporarily is restarted", async () => {
  let runs = 0;
  const reasons: string[] = [];
  await supervise(
    () =>
      ++runs < 4
        ? Promise.reject(new Error(`full ${runs}`))
        : Promise.resolve(),
    {
      ...quick,
      mayRecover: () => true,
      onRestart: ({ message }) => reasons.push(message),
    },
    never,
  );
  assert.deepEqual(reasons, ["full 1", "full 2", "full 3"]);
});

test("any other failure ends it immediately", async () => {
  const failure = new Error("no such fork");
  const watch = { ...quick, mayRecover: () => false, onRestart: assert.fail };
  await assert.rejects(
    supervise(() => Promise.reject(failure), watch, never),
    failure,
  );
});

test("repeated failures without progress end it with the last reason", async () => {
  let runs = 0;
  const watch = {
    ...quick,
    giveUpAfterMs: 500,
    mayRecover: () => true,
    onRestart: () => undefined,
  };
  const work = () => Promise.reject(new Error(`disk full, ${++runs}`));
  await assert.rejects(supervise(work, watch, never), /disk full/);
  assert.ok(runs > 1);
});

test("the silence of another program is waited out, however long it takes", async () => {
  const start = Date.now();
  const restarts: Error[] = [];
  const watch = {
    ...quick,
    giveUpAfterMs: 50,
    mayRecover: () => true,
    isOutage: (error: unknown) => (error as Error).message === "unreachable",
    onRestart: (reason: Error) => restarts.push(reason),
  };
  const work = () => {
    const isBack = Date.now() - start > 200;
    return isBack
      ? Promise.resolve()
      : Promise.reject(new Error("unreachable"));
  };
  await supervise(work, watch, never);
  assert.ok(restarts.length > 1);
});

test("failures between which there is progress are retried forever", async () => {
  let done = 0;
  const work = async () => {
    await sleep(5);
    if (++done < 40) throw new Error("busy");
  };
  const watch = {
    ...quick,
    progress: () => done,
    giveUpAfterMs: 30,
    mayRecover: () => true,
    onRestart: () => undefined,
  };
  await supervise(work, watch, never);
  assert.equal(done, 40);
});

test("stalled work is restarted, idle work is not", async () => {
  for (const behind of [true, false]) {
    let runs = 0;
    const restarts: Error[] = [];
    const work = async (signal: AbortSignal) => {
      if (++runs === 2) return;
      await (behind ? once(signal, "abort") : sleep(120));
    };
    await supervise(
      work,
      {
        ...quick,
        behind: () => behind,
        stallMs: 20,
        mayRecover: () => false,
        onRestart: (error) => restarts.push(error),
      },
      never,
    );
    assert.equal(runs, behind ? 2 : 1);
    assert.equal(
      restarts.some((error) => error instanceof Stalled),
      behind,
    );
  }
});
