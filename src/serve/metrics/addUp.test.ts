import assert from "node:assert/strict";
import { test } from "node:test";
import { addUp, withoutGauges } from "./addUp.ts";
import { family } from "./family.ts";
import { RequestMetrics } from "./requestMetrics.ts";

const counted = (calls: readonly (readonly [string, number])[]) => {
  const metrics = new RequestMetrics();
  for (const [method, code] of calls) {
    const facts = {
      params: null,
      requestId: "",
      items: 3,
      scanned: 5,
      slot: null,
    };
    metrics.began();
    metrics.ended({ method, ...facts, started: performance.now() }, code);
  }
  return metrics.render();
};

/** Times differ from run to run; everything else is compared. */
const withoutTimes = (text: string) =>
  text.replaceAll(/^tachyon_request_seconds_(bucket|sum).*\n/gm, "");

test("the metrics of two processes add up to those of one process that did the work of both", () => {
  const some = [["getA", 0] as const, ["getB", -32602] as const];
  const more = [["getA", 0] as const, ["getA", 0] as const];
  assert.equal(
    withoutTimes(addUp([counted(some), counted(more)])),
    withoutTimes(counted([...some, ...more])),
  );
});

test("samples of only one process are added to their metric", () => {
  const one = family("a_total", "counter", "A.", ['a_total{of="x y"} 2']);
  const other = family("a_total", "counter", "A.", ['a_total{of="z"} 3']);
  assert.equal(
    addUp([one, other]),
    '# HELP a_total A.\n# TYPE a_total counter\na_total{of="x y"} 2\na_total{of="z"} 3\n',
  );
});

test("of an ended process, gauges are dropped and counters are kept", () => {
  const counter = family("a_total", "counter", "A.", ["a_total 2"]);
  const gauge = family("b", "gauge", "B.", ["b 7"]);
  assert.equal(withoutGauges(gauge + counter), addUp([counter]));
});
