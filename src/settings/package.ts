import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

// The package is two levels up, both from src/settings and from dist/settings.
const root = new URL("../../", import.meta.url);

/** 400 transactions of the real programs, so that a first start shows something. */
export const bundledRecording = fileURLToPath(
  new URL("fixtures/demo/chain.jsonl.gz", root),
);

export function readVersion(): string {
  const text = readFileSync(new URL("package.json", root), "utf8");
  return (JSON.parse(text) as { version: string }).version;
}
