import { existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";

/** Makes a folder and its parents. Node's recursive mkdir never returns below /proc, where folders cannot be made. */
export function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    // Another process may have made it meanwhile.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}
