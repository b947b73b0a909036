import assert from "node:assert/strict";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { STEP_ROWS } from "../../src/store/filterIndexes/scan.ts";
import { startTachyon } from "../cli/tachyon.ts";
import { startSimulatedNode } from "../node/simulatedNode.ts";
import { waitFor } from "../waitFor.ts";
import { body, post, startPublic } from "./publicServer.ts";

/** Reads a sample of the text format. */
function sample(text: string, name: string): number {
  const line = text.split("\n").find((one) => one.startsWith(`${name} `));
  assert.ok(line, name);
  return Number(line.slice(name.length + 1));
}

test("metrics count calls, errors, items, rows, batches, refusals and what was indexed", async (t) => {
  const { base } = await startPublic(t, ["--rate-limit", "100000"]);
  await post(base, body(3));
  await post(
    base,
    body(1000, { filters: [{ memcmp: { offset: 0, bytes: "2" } }] }),
  );
  await post(base, body(-1));
  await post(base, `[${body()},${body()}]`);
  await post(base, "{");
  const text = await (await fetch(`${base}/metrics`)).text();
  const labels = 'method="getCompressedAccountsByOwner"';
  const read = (name: string) => sample(text, name);
  assert.equal(read(`tachyon_request_seconds_count{${labels}}`), 5);
  assert.equal(
    read(`tachyon_request_errors_total{${labels},code="-32602"}`),
    1,
  );
  assert.equal(
    read(`tachyon_request_errors_total{method="none",code="-32700"}`),
    1,
  );
  assert.equal(read(`tachyon_page_items_bucket{${labels},le="10"}`), 4);
  assert.ok(read(`tachyon_rows_scanned_total{${labels}}`) >= STEP_ROWS);
  assert.equal(read("tachyon_batch_size_sum"), 2);
  assert.equal(read("tachyon_requests_in_flight"), 0);
  assert.equal(read("tachyon_indexed_slot"), 1020);
  assert.equal(read("tachyon_indexed_transactions_total"), 377);
  assert.equal(read("tachyon_quarantined_transactions_total"), 0);
  assert.ok(read('tachyon_indexing_stage_seconds_total{stage="write"}') > 0);
  assert.ok(read("tachyon_indexing_busy_seconds_total") > 0);
  assert.ok(read("tachyon_indexing_heap_bytes") > 1_000_000);
  assert.ok(read("tachyon_store_bytes") > 500_000);
  for (const name of [
    "nodejs_eventloop_lag_p99_seconds",
    "process_resident_memory_bytes",
    "process_open_fds",
    "tachyon_connections",
  ])
    assert.ok(read(name) >= 0);
});

test("pages from the page cache are counted, and there are none without a page cache", async (t) => {
  for (const [memory, hits] of [
    ["16", 3],
    ["0", 0],
  ] as const) {
    const { base } = await startPublic(t, ["--page-cache-mb", memory]);
    for (let i = 0; i < 5; i++) await post(base, body(3));
    const text = await (await fetch(`${base}/metrics`)).text();
    // The second is the name of the release before.
    for (const name of ["page_cache_hits", "pages_recalled"])
      assert.equal(sample(text, `tachyon_${name}_total`), hits);
  }
});

test("every metric has its help and type once, and no sample stands twice", async (t) => {
  const { base } = await startPublic(t);
  await post(base);
  await post(base, body(), { "content-type": "text/plain" });
  const lines = (await (await fetch(`${base}/metrics`)).text()).split("\n");
  const once = (part: readonly string[]) => {
    assert.equal(new Set(part).size, part.length);
  };
  once(
    lines
      .filter((line) => line.startsWith("# TYPE"))
      .map((line) => line.split(" ")[2]!),
  );
  once(
    lines
      .filter((line) => line && !line.startsWith("#"))
      .map((line) => line.slice(0, line.lastIndexOf(" "))),
  );
});

test("retried requests to the node are counted", async (t) => {
  let failures = 0;
  const node = await startSimulatedNode({
    blocks: [],
    disturb: (method) =>
      method === "getBlocks" && failures++ < 2 ? { status: 503 } : null,
  });
  t.after(() => node.close());
  const folder = mkdtempSync(join(tmpdir(), "tachyon-retries-"));
  const service = await startTachyon(t, folder, [
    ...["--rpc-url", node.url.href, "--port", "0", "--start-slot", "1"],
  ]);
  const base = await service.url();
  const retries = async () => {
    const text = await (await fetch(`${base}/metrics`)).text();
    return sample(text, "tachyon_source_retries_total");
  };
  await waitFor("two retries", retries, (count) => count >= 2, {
    unless: service.gone,
  });
  assert.ok(failures >= 2);
});

test("slow calls are logged with their parameters", async (t) => {
  const service = await startPublic(t, ["--slow-ms", "0"]);
  await post(service.base, body(7));
  assert.match(await service.says(/^slow/), /getCompressedAccountsByOwner/);
});

test("the dashboard and the alerts use only existing metrics", async (t) => {
  const shadow = ["--shadow-url", "http://127.0.0.1:1"];
  const { base } = await startPublic(t, shadow);
  await post(base);
  await post(base, `[${body(-1)}]`);
  const served = await (await fetch(`${base}/metrics`)).text();
  const types = served.matchAll(/^# TYPE (\S+)/gm).map(([, name]) => name!);
  // Only a chain that grows has these.
  const known = new Set([
    ...types,
    "tachyon_indexing_lag_slots",
    "tachyon_indexing_lag_seconds",
    "tachyon_slot_seconds",
  ]);
  for (const file of ["grafana/tachyon.json", "prometheus/alerts.yaml"]) {
    const path = new URL(`../../deploy/${file}`, import.meta.url);
    const named = readFileSync(path, "utf8").matchAll(
      /\b((?:tachyon|nodejs|process)_[a-z0-9_]+?)(?:_bucket|_count|_sum)?\b(?=[{\s[]|\\")/g,
    );
    const names = new Set(named.map(([, name]) => name!));
    assert.ok(names.size > 3, file);
    for (const name of names) assert.ok(known.has(name), `${file}: ${name}`);
  }
});
