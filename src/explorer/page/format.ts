import type { Integer } from "./integer.ts";

const grouped = new Intl.NumberFormat("en-US");

/** All digits, in groups of three. */
export function digits(value: Integer): string {
  return grouped.format(value);
}

/** "1 holder", "2 holders". */
export function countOf(count: Integer, what: string): string {
  return `${digits(count)} ${what}${Number(count) === 1 ? "" : "s"}`;
}

/** An amount with its decimals, without zeros at the end: 1234500 with 4 decimals is 123.45. */
export function units(value: Integer, decimals: number): string {
  const all = BigInt(value);
  const sign = all < 0n ? "-" : "";
  const text = (all < 0n ? -all : all).toString().padStart(decimals + 1, "0");
  const whole = text.slice(0, text.length - decimals);
  const part = text.slice(text.length - decimals).replace(/0+$/, "");
  return sign + digits(BigInt(whole)) + (part && `.${part}`);
}

const LAMPORTS_DECIMALS = 9;

export function sol(lamports: Integer): string {
  return `${units(lamports, LAMPORTS_DECIMALS)} SOL`;
}

/** The start and the end of a key, for lines with several of them. */
export function shortKey(key: string): string {
  return key.length < 12 ? key : `${key.slice(0, 4)}…${key.slice(-4)}`;
}

const UNITS = ["B", "KB", "MB", "GB", "TB"];

export function byteSize(bytes: number): string {
  let value = bytes;
  let unit = 0;
  for (; value >= 1000 && unit < UNITS.length - 1; unit++) value /= 1000;
  return `${value.toFixed(value < 10 && unit > 0 ? 1 : 0)} ${UNITS[unit]!}`;
}

export function utcTime(unixSeconds: number): string {
  const iso = new Date(unixSeconds * 1000).toISOString();
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)}`;
}

const STEPS: readonly (readonly [seconds: number, name: string])[] = [
  [31_557_600, "y"],
  [86_400, "d"],
  [3_600, "h"],
  [60, "min"],
  [1, "s"],
];

export function timeAgo(unixSeconds: number, now = Date.now() / 1000): string {
  const age = Math.floor(now - unixSeconds);
  if (age < 1) return "now";
  const [seconds, name] = STEPS.find(([step]) => age >= step)!;
  return `${Math.floor(age / seconds)} ${name} ago`;
}

/** Share of a whole in percent, with two digits, from exact sums. */
export function percent(part: bigint, whole: bigint): string {
  if (whole === 0n) return "0%";
  const hundredths = Number((part * 10_000n) / whole);
  if (hundredths === 0 && part > 0n) return "<0.01%";
  return `${(hundredths / 100).toFixed(2)}%`;
}
