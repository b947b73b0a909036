import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import {
  ENGINES,
  type Engine,
  largestOf,
  modelSizes,
  readMeasured,
  totalOf,
} from "../../bench/disk/model.ts";
import { growthLines, sizeLines } from "../../bench/disk/plan.ts";
import {
  postgresSizes,
  type Sizes,
  sqliteSizes,
} from "../../bench/disk/sizes.ts";
import { WORKLOADS, writeWorkload } from "../../bench/disk/workloads.ts";
import { sqlitePath } from "../../src/store/open.ts";
import { withDatabase } from "../postgres/databases.ts";
import { withStorePath } from "../store/withStore.ts";

/** Small stores have more room in their pages, and a few tables that do not grow. */
const TOLERANCE = 0.2;

function assertClose(sizes: Sizes, model: Sizes, what: string): void {
  const share = totalOf(model).bytes / totalOf(sizes).bytes;
  assert.ok(
    Math.abs(share - 1) < TOLERANCE,
    `${what}: the model says ${share.toFixed(2)} of what was measured`,
  );
}

for (const engine of ENGINES)
  for (const workload of WORKLOADS)
    test(`${engine}, ${workload}: the model of disk usage agrees with all sizes that were measured`, () => {
      const bySize = readMeasured()[engine]![workload]!;
      const largest = largestOf(bySize).accounts;
      assert.ok(largest >= 100_000);
      for (const [accounts, sizes] of Object.entries(bySize)) {
        const model = modelSizes(engine, workload, Number(accounts));
        assertClose(sizes, model, `${accounts} accounts`);
        for (const [table, { leaves, depth }] of Object.entries(sizes))
          if (leaves > 100)
            assert.ok(
              Math.abs(depth - model[table]!.depth) <= 1,
              `${accounts} accounts, ${table}: ${depth} levels, ${model[table]!.depth} in the model`,
            );
      }
    });

const measure: Readonly<Record<Engine, (accounts: number) => Promise<Sizes>>> =
  {
    SQLite: (accounts) =>
      withStorePath(async (url) => {
        await writeWorkload(url, "mix", accounts);
        return sqliteSizes(sqlitePath(url));
      }),
    PostgreSQL: (accounts) =>
      withDatabase(async (url) => {
        await writeWorkload(url, "mix", accounts);
        return postgresSizes(url);
      }),
  };

for (const engine of ENGINES)
  test(`${engine}: the model of disk usage agrees with a store of now`, async () => {
    const sizes = await measure[engine](10_000);
    assertClose(sizes, modelSizes(engine, "mix", 10_000), "10,000 accounts");
  });

test("the capacity page has the tables that follow from the model", () => {
  const page = readFileSync("docs/capacity.md", "utf8");
  const text = page.replaceAll(/ +/g, " ");
  for (const line of [...sizeLines(), ...growthLines()])
    assert.ok(text.includes(line), `docs/capacity.md lacks ${line}`);
});
