import assert from "node:assert/strict";
import { test } from "node:test";
import { measure, NETWORK } from "../../src/comparing/measure/measure.ts";
import { drawMeasurements } from "../../src/comparing/measure/measurementPicture.ts";
import { renderMeasurements } from "../../src/comparing/measure/measurementText.ts";
import { summarize } from "../../src/comparing/measure/summarize.ts";
import { withServedChain } from "../clients/servedChain.ts";
import { FAULTS, faultyServer } from "./faultyServer.ts";

test("percentiles use the nearest rank, and the rate is that of one caller", () => {
  const times = Array.from({ length: 100 }, (_, i) => 100 - i);
  assert.deepEqual(summarize(times, 2), {
    requests: 102,
    failures: 2,
    p50: 50,
    p90: 90,
    p99: 99,
    perSecond: 100_000 / 5050,
  });
  assert.equal(summarize([], 0).p99, 0);
});

test("every method of a server is measured, alternating between servers, the network separately", async (t) => {
  await withServedChain("programs-400", async ({ url }) => {
    const other = await faultyServer(t, url, FAULTS.notServed);
    const rows = await measure({
      urls: [url, other],
      keys: { keys: 2, seed: 1 },
      seconds: 5,
      rate: 100_000,
      timeoutMs: 60_000,
      signal: new AbortController().signal,
    });
    const methodsOf = (of: string) =>
      rows.filter((row) => row.url === of).map(({ method }) => method);
    const [own, theirs] = [methodsOf(url), methodsOf(other)];
    assert.ok(own.includes(NETWORK) && own.includes("getIndexerHealth"));
    assert.deepEqual(
      own.filter((method) => !theirs.includes(method)),
      ["getQueueInfo"],
    );
    for (const { method, p50, p90, p99, failures } of rows) {
      assert.equal(failures, 0, method);
      assert.ok(0 < p50 && p50 <= p90 && p90 <= p99, method);
    }
    const text = renderMeasurements(rows);
    assert.match(text, /^network +\d+ +0 +[\d.]+ +[\d.]+ +[\d.]+ +\d+$/m);
    const picture = drawMeasurements(rows);
    assert.match(picture, /^<svg [^]*<\/svg>\n$/);
    for (const method of own) assert.ok(picture.includes(`>${method}<`));
  });
});

test("a request without an answer counts as failed and has no time", async (t) => {
  await withServedChain("programs-400", async ({ url }) => {
    const other = await faultyServer(t, url, FAULTS.unreachable);
    const key = "1".repeat(32);
    const none = { tokenOwners: [], mints: [], delegates: [], addresses: [] };
    const rows = await measure({
      urls: [other],
      keys: { owners: [key], hashes: [], signatures: [], trees: [], ...none },
      seconds: 1,
      rate: 100_000,
      timeoutMs: 60_000,
      signal: new AbortController().signal,
    });
    const failed = rows.find(
      ({ method }) => method === "getCompressedBalanceByOwner",
    );
    assert.ok(failed!.failures > 0);
    assert.equal(failed!.requests, failed!.failures);
    assert.equal(failed!.p50, 0);
  });
});
