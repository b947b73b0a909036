import { createWriteStream, lstatSync, mkdirSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { type Format, formatNamed, FORMATS } from "../../exporting/formats.ts";
import { type Cell, type Column, columnsOf } from "../../exporting/columns.ts";
import { keysOf } from "../../exporting/keys.ts";
import {
  EXPORTED,
  type Exported,
  fileName,
  findPoint,
  isExported,
  openWalk,
  type Point,
} from "../../exporting/walk.ts";
import { RpcError } from "../../rpc/errors.ts";
import * as methods from "../../rpc/methods/index.ts";
import type { FlagValues } from "../../settings/readFlags.ts";
import { UsageError } from "../../settings/usageError.ts";
import { choiceFlag, countBetween, textFlag } from "../../settings/values.ts";
import { openStore } from "../../store/open.ts";
import type { Reader } from "../../store/reader.ts";
import { existingStore, existingStoreFlags } from "../onlyStore.ts";
import { openProgress, type Progress } from "../progress.ts";

const KEY_FLAGS = ["owner", "mint", "delegate", "address"] as const;

export const exportFlags = {
  ...existingStoreFlags,
  owner: textFlag("KEY", "The owner whose list is exported."),
  mint: textFlag("KEY", "The mint whose list is exported."),
  delegate: textFlag("KEY", "The delegate whose list is exported."),
  address: textFlag("KEY", "The address whose list is exported."),
  "at-slot": {
    value: "SLOT",
    help: "The list as it was after the last block at or below this slot. Default: now",
    parse: countBetween(0, Number.MAX_SAFE_INTEGER),
    otherwise: null,
  },
  format: choiceFlag(
    ["csv", "ndjson", "parquet"],
    "Default: what the name of --out ends with, else csv; parquet for all",
  ),
  out: textFlag(
    "FILE",
    "The file, or for all the folder. Default: a name made of method, key and slot",
  ),
};

type ExportFlags = FlagValues<typeof exportFlags>;

/** `METHOD`, or `all`. */
export async function exportLists(
  [what, ...rest]: readonly string[],
  flags: ExportFlags,
  print: (line: string) => void,
  signal: AbortSignal,
): Promise<void> {
  if (what === undefined || rest.length > 0)
    throw new UsageError("tachyon export METHOD, or tachyon export all");
  if (what !== "all" && !isExported(what))
    throw new UsageError(
      `${what} cannot be exported: choose all or one of ${EXPORTED.join(", ")}`,
    );
  const store = await openStore(existingStore(flags), { write: false });
  const progress = openProgress(process.stderr);
  try {
    const read = store.reader;
    const point = await findPoint(read, flags["at-slot"], signal);
    const job = { read, point, progress, signal };
    if (what === "all") await exportAll(job, flags, print);
    else await exportOne(job, what, flags, print);
  } catch (error) {
    throw error instanceof RpcError ? usageError(error) : error;
  } finally {
    progress.end();
    await store.close();
  }
}

/** Errors in a key or a slot are shown to the user. */
function usageError({ name, message, data }: RpcError): UsageError {
  return new UsageError(
    name === "slotNotReached"
      ? `--at-slot: the newest slot of the store is ${String(data!["contextSlot"])}`
      : message,
  );
}

interface Job {
  readonly read: Reader;
  readonly point: Point;
  readonly progress: Progress;
  readonly signal: AbortSignal;
}

async function exportOne(
  { read, point, progress, signal }: Job,
  method: Exported,
  flags: ExportFlags,
  print: (line: string) => void,
): Promise<void> {
  const params = Object.fromEntries(
    KEY_FLAGS.flatMap((name) => (flags[name] ? [[name, flags[name]]] : [])),
  );
  const format = formatOf(flags);
  const walk = openWalk({ read, methods, method, params, point, signal });
  const file = flags.out ?? fileName(method, params, point, format.extension);
  const encoder = format.encoder(walk.columns);
  let rows = 0;
  async function* content(): AsyncGenerator<Uint8Array> {
    yield encoder.begin();
    for await (const items of walk.pages()) {
      yield encoder.add(items);
      rows += items.length;
      progress.show(0, `${rows} rows`);
    }
    yield encoder.end();
  }
  await writeWhole(file, content());
  progress.end();
  print(`wrote ${file}: ${rows} rows at slot ${point.slot}`);
}

const KEY: Column = { name: "key", path: ["key"], type: "text" };

async function exportAll(
  job: Job,
  flags: ExportFlags,
  print: (line: string) => void,
): Promise<void> {
  const { out: folder } = flags;
  if (folder === null)
    throw new UsageError("tachyon export all needs --out DIR");
  mkdirSync(folder, { recursive: true });
  const format = FORMATS[flags.format ?? "parquet"]!;
  for (const method of EXPORTED) {
    const file = join(
      folder,
      `${method}-${job.point.slot}.${format.extension}`,
    );
    const rows = await exportEveryKey(job, method, format, file);
    job.progress.end();
    print(`wrote ${file}: ${rows} rows at slot ${job.point.slot}`);
  }
}

async function exportEveryKey(
  { read, point, progress, signal }: Job,
  method: Exported,
  format: Format,
  file: string,
): Promise<number> {
  let rows = 0;
  const parts = { read, methods, method, point, signal };
  const columns = columnsOf(methods[method].result)!;
  const encoder = format.encoder(columns, [KEY]);
  async function* content(): AsyncGenerator<Uint8Array> {
    yield encoder.begin();
    for await (const { params, key, share } of keysOf(read, method)) {
      const cells: Cell[] = [key];
      for await (const items of openWalk({ ...parts, params }).pages()) {
        yield encoder.add(items, cells);
        rows += items.length;
        progress.show(share, `${method} ${rows} rows`);
      }
    }
    yield encoder.end();
  }
  await writeWhole(file, content());
  return rows;
}

function formatOf({ format, out }: ExportFlags): Format {
  const ending = out?.split(".").at(-1) ?? "";
  return formatNamed(format ?? ending) ?? FORMATS["csv"]!;
}

/** The file gets its name only when it is complete. */
async function writeWhole(
  file: string,
  content: AsyncIterable<Uint8Array>,
): Promise<void> {
  const part = `${file}.${process.pid}.part`;
  assertReplaceable(file);
  try {
    const options = { flags: "wx", flush: true } as const;
    await pipeline(nonEmpty(content), createWriteStream(part, options));
    assertReplaceable(file);
    await rename(part, file);
  } finally {
    await rm(part, { force: true });
  }
}

/** A rename would also replace a link or a device. */
function assertReplaceable(file: string): void {
  const there = lstatSync(file, { throwIfNoEntry: false });
  if (there && !there.isFile())
    throw new UsageError(`${file} is not a regular file: choose another name`);
}

async function* nonEmpty(
  content: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  for await (const bytes of content) if (bytes.length > 0) yield bytes;
}
