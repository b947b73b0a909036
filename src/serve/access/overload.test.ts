import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { MaybePromise } from "../../store/maybePromise.ts";
import { RpcError } from "../../rpc/errors.ts";
import { Overload } from "./overload.ts";

/** Units of a page of 1000, and of one of 10. */
const EXPENSIVE = 21;
const CHEAP = 1.2;

/** Keeps the processor for longer than expensive calls may have of a turn. */
function work(): void {
  const end = performance.now() + 11;
  while (performance.now() < end);
}

function watched() {
  const overload = new Overload();
  const done: string[] = [];
  const ask = (name: string, units: number): MaybePromise<string> =>
    overload.takeTurn(units, () => {
      if (units === EXPENSIVE) work();
      done.push(name);
      return name;
    });
  return { overload, done, ask };
}

test("an expensive call runs immediately, the next ones one per tick, in order of arrival", async (t) => {
  const { overload, done, ask } = watched();
  t.after(() => {
    overload.stop();
  });
  const asked = [ask("a", EXPENSIVE), ask("b", EXPENSIVE), ask("c", EXPENSIVE)];
  assert.deepEqual(done, ["a"]);
  assert.equal(asked[0], "a");
  await nextTurn();
  assert.deepEqual(done, ["a", "b"]);
  assert.deepEqual([await asked[1], await asked[2]], ["b", "c"]);
});

test("of several calls in one tick, each answer is sent before the next call runs", async (t) => {
  const { overload, ask } = watched();
  t.after(() => {
    overload.stop();
  });
  const events: string[] = [];
  const answered = (name: string) =>
    overload.takeTurn(EXPENSIVE, () => {
      events.push(`${name} answered`);
      return Promise.resolve(name);
    });
  const sent = async (name: string) => {
    const answer = await answered(name);
    events.push(`${answer} sent`);
  };
  void ask("a", EXPENSIVE);
  const all = Promise.all([sent("b"), sent("c")]);
  await nextTurn();
  await all;
  const inOrder = ["b answered", "b sent", "c answered", "c sent"];
  assert.deepEqual(events, inOrder);
});

test("a cheap call does not wait behind expensive ones", async (t) => {
  const { overload, done, ask } = watched();
  t.after(() => {
    overload.stop();
  });
  assert.equal(ask("a", EXPENSIVE), "a");
  const expensive = ask("b", EXPENSIVE);
  assert.equal(ask("cheap", CHEAP), "cheap");
  await expensive;
  assert.deepEqual(done, ["a", "cheap", "b"]);
});

test("a queued call that fails rejects for its caller, and the queue continues", async (t) => {
  const { overload, ask } = watched();
  t.after(() => {
    overload.stop();
  });
  assert.equal(ask("a", EXPENSIVE), "a");
  const failed = overload.takeTurn(EXPENSIVE, () => {
    throw new Error("broken");
  });
  const next = ask("b", EXPENSIVE);
  await assert.rejects(async () => failed, /broken/);
  assert.equal(await next, "b");
});

test("expensive calls beyond the queue limit are refused and counted, cheap calls never are", async (t) => {
  const overload = new Overload();
  t.after(() => {
    overload.stop();
  });
  const first = overload.takeTurn(EXPENSIVE, work);
  const waiting = Array.from({ length: 500 }, () =>
    overload.takeTurn(EXPENSIVE, () => 1),
  );
  const tooMany = (): unknown => overload.takeTurn(EXPENSIVE, () => 1);
  assert.throws(tooMany, RpcError);
  assert.equal(overload.shed, 1);
  assert.equal(
    overload.takeTurn(CHEAP, () => 2),
    2,
  );
  await Promise.all([first, ...waiting]);
  assert.equal(await tooMany(), 1);
});
