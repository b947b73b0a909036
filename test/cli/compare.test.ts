import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import type { Comparison } from "../../src/comparing/compare.ts";
import type { CheckResult } from "../../src/comparing/conformance/conformance.ts";
import type { Measurement } from "../../src/comparing/measure/measure.ts";
import { withServedChain } from "../clients/servedChain.ts";
import { FAULTS, faultyServer } from "../comparing/faultyServer.ts";
import { folderFor } from "./liveService.ts";
import { runTachyon } from "./tachyon.ts";

const QUICK = ["--rate", "10000", "--timeout", "600"];

/** Runs with the demo's servers: one in order, and one with a fault, named RIGHT and WRONG in the arguments. */
async function run(
  t: TestContext,
  fault: keyof typeof FAULTS,
  args: readonly string[],
  keys = "",
) {
  const folder = await folderFor(t);
  writeFileSync(join(folder, "keys.txt"), keys);
  let ended: Awaited<ReturnType<typeof runTachyon>> | null = null;
  await withServedChain("lamport_transfers", async ({ url }) => {
    const wrong = await faultyServer(t, url, FAULTS[fault]);
    const urls: Record<string, string> = { RIGHT: url, WRONG: wrong };
    const given = args.map((arg) => urls[arg] ?? arg);
    ended = await runTachyon(folder, [...given, ...QUICK]);
  });
  return { ...ended!, folder };
}

test("tachyon compare ends with code 1 where servers differ, and prints findings as JSON with both requests", async (t) => {
  const command = ["compare", "RIGHT", "WRONG", "--keys", "1", "--seed", "1"];
  const { code, stdout, stderr } = await run(t, "different", [
    ...command,
    "--json",
  ]);
  assert.equal(code, 1);
  assert.match(
    stderr,
    /^tachyon: 1 differences, 0 requests without an answer\n$/,
  );
  const { findings, a, b } = JSON.parse(stdout) as Comparison & {
    findings: readonly { meaning: string; curl: { a: string; b: string } }[];
  };
  assert.equal(findings.length, 1);
  assert.equal(findings[0]!.meaning, "difference");
  assert.ok(findings[0]!.curl.a.startsWith(`curl -s '${a}'`));
  assert.ok(findings[0]!.curl.b.startsWith(`curl -s '${b}'`));
});

test("tachyon compare asks only about the keys of a file", async (t) => {
  const key = "1".repeat(32);
  const command = ["compare", "RIGHT", "RIGHT", "--key", "keys.txt"];
  const { code, stdout } = await run(t, "different", command, `${key}\n`);
  assert.equal(code, 0);
  assert.match(stdout, /^getCompressedAccountsByOwner +1 +1 /m);
  assert.doesNotMatch(stdout, /--seed/);
  const none = await run(t, "different", command);
  assert.equal(none.code, 1);
  assert.match(none.stderr, /there is no key in keys\.txt|no key/);
});

test("tachyon conformance ends with code 1 where a check fails", async (t) => {
  const command = ["conformance", "WRONG", "--keys", "1", "--json"];
  const { code, stdout, stderr } = await run(t, "errorCode", command);
  assert.equal(code, 1);
  const results = JSON.parse(stdout) as CheckResult[];
  const failed = results.filter(({ outcome }) => outcome === "failed");
  assert.ok(failed.length > 0);
  assert.ok(
    stderr.startsWith(`tachyon: ${failed.length} of ${results.length} checks`),
  );
});

test("tachyon measure prints JSON, draws a picture, and does not replace one", async (t) => {
  const command = ["measure", "RIGHT", "--seconds", "1", "--json", "--svg"];
  const { code, stdout, folder } = await run(t, "different", [
    ...command,
    "a.svg",
  ]);
  assert.equal(code, 0);
  const rows = JSON.parse(stdout) as Measurement[];
  assert.equal(rows[0]!.method, "network");
  assert.match(readFileSync(join(folder, "a.svg"), "utf8"), /^<svg/);
  const again = await run(t, "different", [...command, "keys.txt"]);
  assert.equal(again.code, 1);
  assert.match(again.stderr, /^tachyon: --svg: .*EEXIST/);
});

test("what is wrong in the command line is said", async () => {
  for (const [args, why] of [
    [["compare", "http://127.0.0.1:1"], /tachyon compare URL URL/],
    [["compare", "ftp://a", "http://b"], /"ftp:\/\/a" is not a URL/],
    [["conformance"], /tachyon conformance URL/],
    [["measure"], /tachyon measure URL/],
    [["compare", "http://a", "http://b", "--key", "none"], /--key: .*ENOENT/],
  ] as const) {
    const { code, stderr } = await runTachyon("/", args);
    assert.equal(code, 1, args.join(" "));
    assert.match(stderr, why);
  }
});
