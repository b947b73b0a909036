// What the past costs on both engines: pages at a slot against pages of now, and indexing and disk with more or less of
// it kept.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createBenchDatabase, withBenchServer } from "../postgres/server.ts";
import { measureIndexing } from "./indexing.ts";
import { measurePages } from "./pages.ts";

/** A URL for a new store. */
type NewStore = () => Promise<string>;

export async function runPast(
  print: (line: string) => void,
  only: string,
): Promise<void> {
  const measure = async (engine: string, newStore: NewStore) => {
    const line = (text: string) => {
      print(`${engine}: ${text}`);
    };
    if ("pages".includes(only)) await measurePages(await newStore(), line);
    if ("indexing".includes(only)) await measureIndexing(newStore, line);
  };
  const folder = mkdtempSync(join(tmpdir(), "tachyon-past-"));
  let stores = 0;
  try {
    await measure("SQLite", () =>
      Promise.resolve(`sqlite://${join(folder, `${stores++}.db`)}`),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
  await withBenchServer((server) =>
    measure("PostgreSQL", () => createBenchDatabase(server, stores++)),
  );
}
