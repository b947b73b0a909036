import { inGroup } from "./flagGroups.ts";
import type { FlagValues } from "./readFlags.ts";
import {
  choiceFlag,
  countBetween,
  countFlag,
  INT32_MAX,
  switchFlag,
  textFlag,
} from "./values.ts";

/** Access and limits of callers. */
const accessFlags = inGroup("Access and limits", {
  "api-keys": textFlag(
    "FILE",
    "Admit only callers with a key from this file; see docs/security.md. Changes\ntake effect without a restart.",
  ),
  "rate-limit": {
    value: "UNITS",
    help: "Units per second for each address without a key, 0 for no limit; /docs\nshows the cost of each call. Unused units add up for ten seconds.\nDefault: 200 for other machines, no limit for this one",
    parse: countBetween(0, 1_000_000_000),
    otherwise: null,
  },
  "max-connections": countFlag(
    "N",
    "Largest number of open connections.",
    10_000,
    1,
    1_000_000,
  ),
  "max-connections-per-address": countFlag(
    "N",
    "Largest number of open connections of one other machine.",
    200,
    1,
    1_000_000,
  ),
  "max-body": countFlag(
    "BYTES",
    "Largest request, in bytes.",
    2 ** 20,
    1,
    2 ** 28,
  ),
  "max-batch": countFlag(
    "N",
    "Largest number of calls in a batch.",
    100,
    1,
    10_000,
  ),
  "max-wait-ms": countFlag(
    "MS",
    "How long a request with minContextSlot may wait for a slot that is not indexed\nyet, in milliseconds; 0 for not at all.",
    5_000,
    0,
    600_000,
  ),
  "max-waiting": countFlag(
    "N",
    "Number of requests that may wait for a slot at the same time.",
    1_000,
    0,
    1_000_000,
  ),
  "max-waiting-per-caller": countFlag(
    "N",
    "Number of these requests per API key or per other machine.",
    100,
    0,
    1_000_000,
  ),
  "max-subscriptions": countFlag(
    "N",
    "Number of lists that a caller may follow on one WebSocket.",
    100,
    0,
    1_000_000,
  ),
  exports: choiceFlag(
    ["none", "keys", "anyone"],
    "Who may download whole lists from /export: nobody, callers with an API key and\nthis machine, or anyone. Default: keys",
  ),
  snapshot: textFlag(
    "FILE",
    "Serve this file, made by tachyon snapshot create, at /snapshot to the callers of\n--exports. It may be replaced while the service runs. Default: none",
  ),
  "max-exports": countFlag(
    "N",
    "Number of downloads of whole lists at the same time, in each process. A caller\nmay have one.",
    2,
    0,
    1_000,
  ),
  "trust-proxy": switchFlag(
    "Take the caller's address from x-forwarded-for when the request comes from a\nproxy on this machine or on a private network.",
  ),
  "allowed-hosts": textFlag(
    "NAMES",
    "Answer only requests whose Host is one of these names, localhost or an address.\nDefault: localhost or an address on a loopback address, else any",
  ),
  "cors-origin": textFlag(
    "ORIGINS",
    "Answer only web pages from these origins, separated by commas. Default: any",
  ),
});

const listeningFlags = inGroup("Listening", {
  "tls-cert": textFlag(
    "FILE",
    "Serve HTTPS with this certificate (PEM). Needs --tls-key.",
  ),
  "tls-key": textFlag(
    "FILE",
    "The certificate's private key (PEM). Both files are reloaded when they change.",
  ),
  drain: countFlag(
    "SECONDS",
    "After a stop signal, keep answering this many seconds while /readiness fails.",
    0,
    0,
    3_600,
  ),
});

const logFlags = inGroup("Logging", {
  "slow-ms": countFlag(
    "MS",
    "Log calls that take at least this many milliseconds, with their parameters.",
    1_000,
    0,
    INT32_MAX,
  ),
  "log-requests": switchFlag(
    "Log every call: its method, status and duration.",
  ),
});

/** Flags of a server that is open to the public. */
export const publicFlags = { ...listeningFlags, ...accessFlags, ...logFlags };

export type PublicFlags = FlagValues<typeof publicFlags>;
