import { availableParallelism, totalmem } from "node:os";
import type { HistoryKept } from "../domain/historyKept.ts";
import type { LagBound } from "../domain/lag.ts";
import type { Flag } from "./readFlags.ts";
import { UsageError } from "./usageError.ts";

// The kinds of flag values. A parser's error completes the sentence `--flag: "text" …`.

export function textFlag(value: string, help: string): Flag<string | null> {
  return { value, help, parse: (text) => text, otherwise: null };
}

export function switchFlag(help: string): Flag<boolean> {
  return { value: null, help, parse: parseSwitch, otherwise: false };
}

/** One or more URLs, separated by commas or given one per flag. */
export function urlsFlag(
  value: string,
  help: string,
  protocols: readonly string[],
): Flag<readonly URL[] | null> {
  const parse = (text: string): URL[] =>
    text.split(",").map((part) => parseUrl(part.trim(), protocols));
  return { value, help, parse, otherwise: null, repeated: "," };
}

export function urlFlag(
  value: string,
  help: string,
  protocols: readonly string[],
): Flag<URL | null> {
  const parse = (text: string): URL => parseUrl(text, protocols);
  return { value, help, parse, otherwise: null };
}

function parseUrl(text: string, protocols: readonly string[]): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url && protocols.includes(url.protocol)) return url;
  throw new UsageError(`is not a URL that starts with ${protocols[0]!}//`);
}

export function choiceFlag<const T extends string>(
  choices: readonly T[],
  help: string,
): Flag<T | null> {
  const parse = (text: string): T => {
    const chosen = choices.find((choice) => choice === text);
    if (chosen) return chosen;
    throw new UsageError(`is not one of ${choices.join(", ")}`);
  };
  return { value: choices.join("|"), help, parse, otherwise: null };
}

/** The longest delay of a timer, and the largest integer setting of PostgreSQL. */
export const INT32_MAX = 2 ** 31 - 1;

/** A whole number between two bounds. The help shows the default. */
export function countFlag(
  value: string,
  help: string,
  otherwise: number,
  least = 1,
  most = INT32_MAX,
): Flag<number> {
  return {
    value,
    help: `${help} Default: ${otherwise}`,
    parse: countBetween(least, most),
    otherwise,
  };
}

/** A parser for whole numbers from `least` to `most`. */
export function countBetween(
  least: number,
  most: number,
): (text: string) => number {
  return (text) => {
    const count = Number(text);
    if (/^\d+$/.test(text) && count >= least && count <= most) return count;
    throw new UsageError(`is not a whole number from ${least} to ${most}`);
  };
}

/** An amount of memory in MiB, at most the machine's memory. */
export function memoryFlag(
  help: string,
  otherwise: number,
  least = 1,
): Flag<number> {
  const parse = (text: string): number => {
    const count = Number(text);
    if (!/^\d+$/.test(text) || count < least)
      throw new UsageError(`is not a whole number of at least ${least}`);
    const available = availableMib();
    if (count <= available) return count;
    throw new UsageError(
      `is more than the ${available} MiB of memory that this process may use`,
    );
  };
  return {
    value: "MIB",
    help: `${help} Default: ${otherwise}`,
    parse,
    otherwise,
  };
}

/** The machine's memory, or a container's limit if that is lower. */
function availableMib(): number {
  const limit = process.constrainedMemory() || Infinity;
  return Math.floor(Math.min(totalmem(), limit) / 2 ** 20);
}

export function parsePort(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65535) return port;
  throw new UsageError("is not a port: a number from 0 to 65535");
}

export function parseSlots(text: string): number {
  const slots = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(slots)) return slots;
  throw new UsageError("is not a number of slots");
}

/** Slots or a time: `150`, `60s`, `2m`. */
export function parseLagBound(text: string): LagBound {
  const [, digits = "", unit] = /^(\d+)([sm]?)$/.exec(text) ?? [];
  const count = Number(digits);
  const seconds = unit === "m" ? count * 60 : count;
  if (digits === "" || seconds > INT32_MAX)
    throw new UsageError(
      "is neither a time in seconds or minutes (60s, 2m) nor a number of slots (150)",
    );
  return unit === "" ? { slots: count } : { seconds };
}

const UNIT_SECONDS: Readonly<Record<string, number>> = {
  s: 1,
  m: 60,
  h: 3_600,
  d: 86_400,
};

export function parseHistory(text: string): HistoryKept {
  if (text === "all") return "all";
  if (text === "none") return { slots: 0 };
  const [, digits = "", unit = ""] = /^(\d{1,12})([smhd]?)$/.exec(text) ?? [];
  if (digits === "")
    throw new UsageError(
      "is neither a time (90s, 30m, 12h, 7d) nor a number of slots (216000), all or none",
    );
  const count = Number(digits);
  return unit === ""
    ? { slots: count }
    : { seconds: count * UNIT_SECONDS[unit]! };
}

export function parseStartSlot(text: string): number | "latest" {
  if (text === "latest") return text;
  const slot = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(slot)) return slot;
  throw new UsageError('is neither a slot number nor "latest"');
}

function parseSwitch(text: string): boolean {
  if (["true", "1"].includes(text)) return true;
  if (["false", "0"].includes(text)) return false;
  throw new UsageError("is neither true nor false");
}

/** More processes than this only take memory from each other. */
const MAX_WORKERS = 256;

export function parseWorkers(text: string): number {
  if (text === "auto") return availableParallelism();
  const count = /^\d{1,3}$/.test(text) ? Number(text) : NaN;
  if (count <= MAX_WORKERS) return count;
  throw new UsageError(`is not auto or a number from 0 to ${MAX_WORKERS}`);
}
