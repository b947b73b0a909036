import { readStored, store } from "../stored.ts";
import type { Target } from "./readSearch.ts";

const NAME = "tachyon.recent";
const MOST = 8;

/** The pages that this browser has opened last, newest first. */
export function recents(): readonly Target[] {
  try {
    const stored = JSON.parse(readStored(NAME) ?? "[]") as unknown;
    return Array.isArray(stored) ? stored.filter(isTarget).slice(0, MOST) : [];
  } catch {
    return [];
  }
}

export function remember(target: Target): void {
  const others = recents().filter(({ link }) => link !== target.link);
  const kept = JSON.stringify([target, ...others].slice(0, MOST));
  store(NAME, kept);
}

export function forgetRecents(): void {
  store(NAME, null);
}

/** Links of this page only, whatever another page of the same origin has stored. */
function isTarget(value: unknown): value is Target {
  const { link, kind, title } = (value ?? {}) as Record<string, unknown>;
  const texts = [link, kind, title];
  return (
    texts.every((text) => typeof text === "string") &&
    (link as string).startsWith("#/")
  );
}
