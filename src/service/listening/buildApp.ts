import type { Prover } from "../../domain/prover.ts";
import { createDispatch } from "../../rpc/dispatch/dispatch.ts";
import { buildServer } from "../../rpc/http/server.ts";
import * as methods from "../../rpc/methods/index.ts";
import type { Overload } from "../../serve/access/overload.ts";
import type { SlotWaits } from "../../serve/access/slotWaits.ts";
import type { RequestMetrics } from "../../serve/metrics/requestMetrics.ts";
import { alsoLogging, callLog } from "../../serve/slowLog.ts";
import { readVersion } from "../../settings/package.ts";
import type { ListenParts } from "./listen.ts";
import { indexedLevel, openChain } from "./openChain.ts";
import { openShadow } from "./openShadow.ts";

interface AppParts {
  readonly prover: Prover | null;
  readonly overload: Overload;
  readonly waits: SlotWaits;
  readonly requests: RequestMetrics;
}

/** The HTTP server with the methods, and the dispatcher that its WebSockets share. */
export function buildApp(
  { flags, read, health, reporter }: ListenParts,
  { prover, overload, waits, requests }: AppParts,
) {
  const logCall = callLog({
    log: reporter,
    slowMs: flags["slow-ms"],
    all: flags["log-requests"],
  });
  const behind = flags["refuse-when-behind"] ? () => health.problem() : null;
  const options = {
    read,
    chain: openChain(flags, read),
    prover,
    commitment: indexedLevel(flags),
    methods,
    log: reporter,
    limits: { batch: flags["max-batch"] },
    takeTurn: overload.takeTurn,
    reachSlot: waits.reach,
    ...(behind && { unavailable: behind }),
  };
  const shadow = openShadow(flags, options, reporter, flags.workers || 1);
  const observer = alsoLogging(requests, logCall);
  const dispatch = createDispatch({ ...options, observer });
  const app = buildServer({
    ...{ ...options, dispatch, observer },
    version: readVersion(),
    bodyLimit: flags["max-body"],
    mirror: shadow,
  });
  return { app, shadow, dispatch, unavailable: behind ?? (() => null) };
}
