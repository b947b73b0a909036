// `npm run disk`: what a store takes on disk by table, on both engines, beside what the model of model.ts expects, and
// what a block at the tip of PostgreSQL takes at that size.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { migrateStore } from "../../src/store/open.ts";
import { removeStore } from "../state/prepare.ts";
import { runSql, withBenchDatabase } from "../postgres/server.ts";
import { measureTip, tipLine } from "../postgres/tip.ts";
import {
  type Engine,
  ENGINES,
  MEASURED_FILE,
  modelSizes,
  readMeasured,
  totalOf,
} from "./model.ts";
import { postgresSizes, type Sizes, sqliteSizes } from "./sizes.ts";
import { type Workload, WORKLOADS, writeWorkload } from "./workloads.ts";

const program = resolve(import.meta.dirname, "../../src/cli/main.ts");
const DATA = join(import.meta.dirname, "../data");
const print = (line: string): void => void process.stdout.write(`${line}\n`);

const { values } = parseArgs({
  options: {
    accounts: { type: "string", default: "100000" },
    engine: { type: "string", multiple: true, default: [...ENGINES] },
    workload: { type: "string", multiple: true, default: [...WORKLOADS] },
    /** A recorded chain instead of generated accounts. */
    blocks: { type: "string" },
    /** Keep the sizes in measured.json. */
    write: { type: "boolean", default: false },
  },
});

/** The states are made in minutes, and their dead rows should be removed as often as in the days that a chain takes. */
const VACUUM_OFTEN = ["autovacuum_naptime=1s"];

type Fill = (url: string) => Promise<void>;

async function sizesOnSqlite(fill: Fill): Promise<Sizes> {
  mkdirSync(DATA, { recursive: true });
  const folder = mkdtempSync(join(DATA, "disk-"));
  const path = join(folder, "store.db");
  try {
    await fill(`sqlite://${path}`);
    return sqliteSizes(path);
  } finally {
    removeStore(path);
    rmSync(folder, { recursive: true });
  }
}

function sizesOnPostgres(fill: Fill, atTip: Fill): Promise<Sizes> {
  return withBenchDatabase(async (server) => {
    const name = "bench_disk";
    await runSql(server, `drop database if exists ${name}`, `create database ${name}`); // prettier-ignore
    const url = Object.assign(new URL(server), { pathname: `/${name}` }).href;
    await migrateStore(url);
    await fill(url);
    const sizes = await postgresSizes(url);
    await atTip(url);
    await runSql(server, `drop database ${name} with (force)`);
    return sizes;
  }, VACUUM_OFTEN);
}

function report(title: string, sizes: Sizes, model: Sizes | null): void {
  print(`\n${title}\n${"table".padEnd(26)}      rows  B a row   indexes  depth  MB    model: MB  depth`); // prettier-ignore
  const names = Object.keys(sizes).toSorted();
  for (const name of names) {
    const { rows, bytes, indexBytes, depth } = sizes[name]!;
    const expected = model?.[name];
    const cells = [
      String(rows).padStart(10),
      (bytes / rows).toFixed(0).padStart(8),
      (indexBytes / rows).toFixed(0).padStart(9),
      String(depth).padStart(6),
      ((bytes + indexBytes) / 1e6).toFixed(1).padStart(9),
      ...(expected
        ? [
            ((expected.bytes + expected.indexBytes) / 1e6)
              .toFixed(1)
              .padStart(9),
            String(expected.depth).padStart(6),
          ]
        : []),
    ];
    print(`${name.padEnd(26)}${cells.join(" ")}`);
  }
  const all = totalOf(sizes);
  const share = model
    ? `; the model says ${(totalOf(model).bytes / all.bytes).toFixed(3)} of it`
    : "";
  print(`in all ${(all.bytes / 1e6).toFixed(1)} MB, indexes ${(all.indexBytes / 1e6).toFixed(1)} MB, inner pages ${all.innerPages}${share}`); // prettier-ignore
}

/** Other processes may have measured other sizes meanwhile. */
function keep(
  engine: Engine,
  workload: Workload,
  accounts: number,
  sizes: Sizes,
): void {
  const all = readMeasured();
  ((all[engine] ??= {})[workload] ??= {})[accounts] = sizes;
  const lines = JSON.stringify(all).replaceAll('},"', '},\n"'); // a table each
  writeFileSync(MEASURED_FILE, `${lines}\n`);
}

async function measureWorkload(
  engine: Engine,
  workload: Workload,
  accounts: number,
): Promise<void> {
  const fill: Fill = (url) => writeWorkload(url, workload, accounts);
  const atTip: Fill = async (url) => {
    if (workload === "transfers")
      print(tipLine(await measureTip(url, accounts)));
  };
  const sizes = await (engine === "SQLite"
    ? sizesOnSqlite(fill)
    : sizesOnPostgres(fill, atTip));
  const known = readMeasured()[engine]?.[workload];
  if (values.write) keep(engine, workload, accounts, sizes);
  report(
    `${engine}, ${workload}, ${accounts} accounts`,
    sizes,
    known ? modelSizes(engine, workload, accounts) : null,
  );
}

async function measureRecording(engine: Engine, blocks: string): Promise<void> {
  /** The program ends at the end of a recording. */
  const fill: Fill = async (url) => {
    const args = ["--disable-api", "--blocks", blocks, "--db-url", url];
    execFileSync(process.execPath, [program, ...args], { stdio: "ignore" });
    return Promise.resolve();
  };
  const sizes = await (engine === "SQLite"
    ? sizesOnSqlite(fill)
    : sizesOnPostgres(fill, () => Promise.resolve()));
  report(`${engine}, ${blocks}`, sizes, null);
}

for (const engine of values.engine as Engine[]) {
  if (values.blocks) await measureRecording(engine, resolve(values.blocks));
  else
    for (const workload of values.workload as Workload[])
      for (const accounts of values.accounts.split(",").map(Number))
        await measureWorkload(engine, workload, accounts);
}
