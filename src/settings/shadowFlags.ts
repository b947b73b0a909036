import { inGroup } from "./flagGroups.ts";
import type { FlagValues } from "./readFlags.ts";
import { UsageError } from "./usageError.ts";
import { countFlag, switchFlag, urlFlag } from "./values.ts";

export const shadowFlags = inGroup("Shadow requests", {
  "shadow-url": urlFlag(
    "URL",
    "Send a share of the requests to this server as well, after they are answered,\nand count the differences; see docs/guides/moving-from-photon.md.",
    ["http:", "https:"],
  ),
  "shadow-share": {
    value: "SHARE",
    help: "The share of requests, from 0 to 1. Default: 0.01",
    parse: parseShare,
    otherwise: 0.01,
  },
  "shadow-rate": countFlag(
    "N",
    "Largest number of requests per second to that server, including repeated ones.",
    10,
    1,
    10_000,
  ),
  "shadow-forward-keys": switchFlag(
    "Send the API keys of callers to that server as well.",
  ),
});

export type ShadowFlags = FlagValues<typeof shadowFlags>;

function parseShare(text: string): number {
  const share = Number(text);
  if (/^[\d.]+$/.test(text) && share >= 0 && share <= 1) return share;
  throw new UsageError("is not a number from 0 to 1");
}
