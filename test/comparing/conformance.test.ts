import assert from "node:assert/strict";
import { test } from "node:test";
import {
  checkConformance,
  type CheckResult,
} from "../../src/comparing/conformance/conformance.ts";
import { renderConformance } from "../../src/comparing/conformance/conformanceText.ts";
import { withServedChain } from "../clients/servedChain.ts";
import { FAULTS, faultyServer } from "./faultyServer.ts";

const CHAIN = "programs-400";

function check(url: string): Promise<CheckResult[]> {
  const { signal } = new AbortController();
  const keys = { keys: 5, seed: 1 };
  return checkConformance({ url, keys, rate: 1e5, timeoutMs: 60_000, signal });
}

function failed(results: readonly CheckResult[]) {
  return results.filter(({ outcome }) => outcome === "failed");
}

test("this server passes every check of the contract, and a faulty one fails the checks of its fault", async (t) => {
  await withServedChain(CHAIN, async ({ url }) => {
    await t.test("without a fault", async () => {
      const results = await check(url);
      assert.deepEqual(failed(results), []);
      const skipped = results.filter(({ outcome }) => outcome === "skipped");
      assert.deepEqual(skipped, []);
      assert.match(renderConformance(results), /^envelope +8 +8 +0 +0$/m);
    });
    const expected = {
      losesRows: ["paging"],
      repeatsRows: ["paging"],
      holdersOfZero: ["accounts"],
      rounds: ["digits"],
      orderByOwner: ["order"],
    } as const;
    for (const [name, sections] of Object.entries(expected))
      await t.test(name, async (t) => {
        const fault = FAULTS[name as keyof typeof expected];
        const wrong = failed(await check(await faultyServer(t, url, fault)));
        const found = wrong.map(({ section }) => section);
        for (const section of sections)
          assert.ok(found.includes(section), `${section} fails`);
        const data = found.filter((one) => DATA_SECTIONS.includes(one));
        assert.deepEqual([...new Set(data)].sort(), sections);
        for (const { request, answer, reason } of wrong)
          assert.ok(request && answer && reason);
      });
  });
});

/** The stand-in passes bodies on, and nothing else of HTTP. */
const DATA_SECTIONS: readonly string[] = [
  "fields",
  "order",
  "paging",
  "digits",
  "accounts",
];

test("a server that cannot be reached fails every check with the reason", async () => {
  const results = await check("http://127.0.0.1:1");
  for (const { outcome, reason } of results)
    assert.ok(outcome === "skipped" || /failed|bad port/.test(reason!));
});
