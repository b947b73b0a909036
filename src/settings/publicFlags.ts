import type { Flag, FlagValues } from "./readFlags.ts";
import { UsageError } from "./usageError.ts";
import { switchFlag, textFlag } from "./values.ts";

/** Flags of a server that strangers can reach. */
export const publicFlags = {
  "api-keys": textFlag(
    "FILE",
    "Let in only who has a key of this file; see docs/security.md.\nRead again when it changes.",
  ),
  "rate-limit": numberFlag(
    "UNITS",
    "Units a second for each address without a key; a call costs 1, and 1\nmore per 50 items of a page, 50 for a filter; /docs says it for each\nmethod. Ten seconds can be saved up.\nDefault: 200 for other machines, no limit for this one",
    null,
  ),
  "max-connections": numberFlag(
    "N",
    "Open connections. Default: 10000",
    10_000,
  ),
  "max-connections-per-address": numberFlag(
    "N",
    "Open connections of one other machine. Default: 200",
    200,
  ),
  "max-body": numberFlag(
    "BYTES",
    "Size of a request. Default: 1048576",
    2 ** 20,
  ),
  "max-batch": numberFlag("N", "Calls in a batch. Default: 100", 100),
  "trust-proxy": switchFlag(
    "Take the address that a proxy on this machine or a private network\ntells in x-forwarded-for.",
  ),
  "cors-origin": textFlag(
    "ORIGINS",
    "Web pages of these origins only, separated by commas. Default: any",
  ),
  "tls-cert": textFlag("FILE", "Speak TLS with this certificate (PEM)."),
  "tls-key": textFlag(
    "FILE",
    "The certificate's key. Both are read again when they change.",
  ),
  "slow-ms": numberFlag(
    "MS",
    "Log calls that take longer, with what they asked. Default: 1000",
    1_000,
  ),
  "log-requests": switchFlag("Log every call."),
  drain: numberFlag(
    "SECONDS",
    "When told to stop, answer this long while /readiness already fails.\nDefault: 0",
    0,
  ),
};

export type PublicFlags = FlagValues<typeof publicFlags>;

function numberFlag<T extends number | null>(
  value: string,
  help: string,
  otherwise: T,
): Flag<number | T> {
  const parse = (text: string): number => {
    const number = Number(text);
    if (/^\d+$/.test(text) && Number.isSafeInteger(number)) return number;
    throw new UsageError("is not a whole number");
  };
  return { value, help, parse, otherwise };
}
