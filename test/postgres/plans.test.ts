import assert from "node:assert/strict";
import { test } from "node:test";
import { explainPages } from "../../bench/postgres/plans.ts";
import { indexState } from "../../bench/postgres/indexing.ts";
import { withDatabase } from "./databases.ts";

/** What may stand in a plan: the page's stretch of its primary key, the newest block, and reading one after the other. */
const EXPECTED =
  /^(Append|Limit|Result|InitPlan|Index Scan (Backward )?using \w+_pkey|Index Only Scan Backward using blocks_pkey)\b/;

test("each of the eight pages is one range of one primary key and nothing else", () =>
  withDatabase(async (url) => {
    await indexState(url, 4000);
    const lines: string[] = [];
    await explainPages(url, (text) => lines.push(...text.split("\n")));
    const nodes = lines
      .filter((line) =>
        /^ +(->|InitPlan|SubPlan)|^ {2}[A-Z]\w+ +\(actual/.test(line),
      )
      .map((line) => line.replace(/^[ ->]+/, ""));
    assert.ok(nodes.length >= 8 * 4, lines.join("\n"));
    for (const node of nodes) assert.match(node, EXPECTED);
    const scans = lines.filter((line) =>
      /Index Scan .*actual rows=/.test(line),
    );
    assert.equal(scans.length, 8);
    for (const scan of scans) assert.match(scan, /actual rows=100(\.00)? /);
    const ranges = lines.filter((line) => line.includes("Index Cond: "));
    assert.equal(ranges.filter((line) => line.includes("key = ")).length, 7);
    assert.equal(
      lines.some((line) => line.includes("Filter:")),
      false,
    );
  }));
