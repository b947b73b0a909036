import { existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";

/** Makes a folder and those above it. Node's own recursive mkdir never ends below /proc, where folders cannot be made. */
export function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    // Another process may be making it, too.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}
