import { unwatchFile, watchFile } from "node:fs";

/** Polling every second notices edits, renames over the file and changed links alike. */
const LOOK_EVERY_MS = 1_000;

/** Calls back when one of the files changes. Returns a function that stops watching. */
export function watchFiles(
  paths: readonly string[],
  changed: () => void,
): () => void {
  for (const path of paths)
    watchFile(path, { interval: LOOK_EVERY_MS, persistent: false }, changed);
  return () => {
    for (const path of paths) unwatchFile(path, changed);
  };
}
