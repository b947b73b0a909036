// `npm run bench`: page rates as a share of a bare HTTP server measured at the same time.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describeFlags } from "../src/settings/describeFlags.ts";
import { benchFlags, pageOptions, readBenchFlags } from "./flags.ts";
import { runHashing } from "./hashing/run.ts";
import { type PageRow, runPages } from "./pages/run.ts";
import { type IndexingRow, runIndexing } from "./indexing/run.ts";
import { runLatency } from "./latency/run.ts";
import { benchBoth, benchPostgres } from "./postgres.ts";
import { comparison, type Comparison } from "./report/compare.ts";
import { indexingLines } from "./report/indexingTable.ts";
import { latencyLine } from "./report/latencyLine.ts";
import { drawCosts } from "./report/picture.ts";
import { readResults, resultsOf } from "./report/results.ts";
import { tableHead, tableLine } from "./report/table.ts";
import { worstHead, worstLine } from "./report/worstTable.ts";
import { withBenchDatabase } from "./postgres/server.ts";
import { runPast } from "./past/run.ts";
import { runLive } from "./live/run.ts";
import { runWaits, waitLine } from "./waits/run.ts";
import { prepareStore } from "./state/prepare.ts";
import { runSnapshot } from "./snapshot/run.ts";
import { runTrees } from "./trees/run.ts";
import { onNewFile, runWorst } from "./worst/run.ts";

const print = (line: string): void => void process.stdout.write(`${line}\n`);

async function main(args: readonly string[]): Promise<void> {
  const flags = readBenchFlags(args);
  if (flags.help) {
    print(describeFlags(benchFlags));
    return;
  }
  mkdirSync(join(import.meta.dirname, "data"), { recursive: true });
  if (flags.trees) {
    await runTrees(print, { ...flags, workers: 0 });
    return;
  }
  if (flags.snapshot) {
    await runSnapshot(flags.size.at(-1)!, print);
    return;
  }
  if (flags.worst) {
    await benchWorst(flags);
    return;
  }
  if (flags.past) {
    await runPast(print, flags.only);
    return;
  }
  if (flags.live) {
    await runLive(print);
    return;
  }
  if (flags.waits) {
    await runWaits((row) => {
      print(waitLine(row));
    });
    return;
  }
  if (flags.both) {
    await benchBoth(flags);
    return;
  }
  if (flags.postgres) {
    await benchPostgres(flags);
    return;
  }
  const compared = comparison(
    flags.compare ? readResults(flags.compare) : null,
  );
  const pages = await benchPages(flags, compared);
  const indexing = flags["no-indexing"] ? [] : await benchIndexing(compared);
  const latency = flags["no-indexing"] ? [] : await runLatency(print);
  for (const row of latency) print(latencyLine(row) + compared.latency(row));
  for (const { name, perSecond } of runHashing())
    print(`Poseidon, ${name}: ${perSecond.toFixed(0)} hashes/s on one thread`);
  if (!flags["no-indexing"]) await runTrees(print, { ...flags, workers: 0 });
  if (flags.json)
    writeFileSync(
      flags.json,
      JSON.stringify(resultsOf({ pages, indexing, latency }), null, 1),
    );
  if (flags.picture) writeFileSync(flags.picture, drawCosts(pages, 10));
}

async function benchWorst(
  flags: ReturnType<typeof readBenchFlags>,
): Promise<void> {
  const onStore = flags.postgres ? withBenchDatabase : onNewFile;
  const rounds = flags.quick ? 1 : flags.rounds;
  print(worstHead());
  await onStore((url) =>
    runWorst(url, flags.only, rounds, (row) => {
      print(worstLine(row));
    }),
  );
}

async function benchPages(
  flags: ReturnType<typeof readBenchFlags>,
  compared: Comparison,
): Promise<PageRow[]> {
  print(tableHead());
  const rows: PageRow[] = [];
  for (const accounts of flags.size) {
    const path = await prepareStore(accounts);
    const measured = await runPages(`sqlite://${path}`, accounts, {
      ...pageOptions(flags),
      onRow: (row) => {
        print(tableLine(row) + compared.page(row));
      },
    });
    rows.push(...measured);
  }
  return rows;
}

async function benchIndexing(compared: Comparison): Promise<IndexingRow[]> {
  const rows: IndexingRow[] = [];
  const cases = (["mainnet", "transfers"] as const).flatMap((chain) =>
    [false, true].map((fromNode) => ({ chain, fromNode })),
  );
  for (const { chain, fromNode } of cases) {
    const row = await runIndexing(chain, { fromNode });
    const [first, ...rest] = indexingLines(row);
    print(first! + compared.indexing(row));
    rest.forEach(print);
    rows.push(row);
  }
  return rows;
}

await main(process.argv.slice(2));
