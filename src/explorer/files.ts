import { readFileSync } from "node:fs";
import { extname } from "node:path";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
};

export interface ExplorerFile {
  /** Under which it is served. */
  readonly path: string;
  readonly type: string;
  readonly bytes: Buffer;
}

/** The whole explorer, a few files: what is not in this list cannot be asked for, however a path is spelled. */
const NAMES = ["index.html", "explorer.js", "explorer.css", "icon.svg"];

export function readExplorer(): readonly ExplorerFile[] {
  return NAMES.map((name) => ({
    path: name === "index.html" ? "/" : `/${name}`,
    type: TYPES[extname(name)]!,
    bytes: readFileSync(new URL(`built/${name}`, import.meta.url)),
  }));
}
