import { collectDefaultMetrics, Registry } from "prom-client";
import type { Reader } from "../../store/reader.ts";
import { type LiveCounts, renderLive } from "../live/liveCounts.ts";
import { family } from "./family.ts";
import { type AccessFacts, renderAccess } from "./accessMetrics.ts";
import type { ProverPool } from "../../prover/proverPool.ts";
import { renderProver } from "./proverMetrics.ts";
import { renderShadow, type ShadowCounts } from "./shadowMetrics.ts";
import type { SlotWaits } from "../access/slotWaits.ts";
import { renderWaits } from "./waitMetrics.ts";
import type { RequestMetrics } from "./requestMetrics.ts";

/** The metrics of one process of a service. */
export interface ProcessMetrics {
  /** Counters and gauges that are added over processes. */
  readonly counts: string;
  /** Metrics of the process itself: memory, event-loop delay, handles. */
  readonly state: string;
}

/** Memory, event-loop delay and handles of this process, labelled with its name if there are several. */
export function stateOfProcess(name: string | null): () => Promise<string> {
  const registry = new Registry();
  if (name !== null) registry.setDefaultLabels({ process: name });
  collectDefaultMetrics({ register: registry });
  return () => registry.metrics();
}

interface Measured {
  /** Null if the service has only this process. */
  readonly name: string | null;
  readonly requests: RequestMetrics;
  readonly access: AccessFacts;
  readonly read: Reader;
  readonly prover: ProverPool | null;
  readonly waits: SlotWaits;
  readonly shadow: ShadowCounts | null;
  readonly live: LiveCounts;
}

/** The metrics of a process that answers requests. */
export function metricsOfProcess(
  measured: Measured,
): () => Promise<ProcessMetrics> {
  const { requests, access, read, prover, waits, shadow, live } = measured;
  const state = stateOfProcess(measured.name);
  return async () => ({
    counts:
      requests.render() +
      renderPageCacheHits(read) +
      renderWaits(waits) +
      renderProver(prover) +
      renderShadow(shadow) +
      renderLive(live) +
      (await renderAccess(access)),
    state: await state(),
  });
}

function renderPageCacheHits(read: Reader): string {
  const name = "tachyon_page_cache_hits_total";
  const former = "tachyon_pages_recalled_total";
  const hits = read.pageCacheHits?.() ?? 0;
  return (
    family(name, "counter", "Pages answered from the page cache.", [
      `${name} ${hits}`,
    ]) +
    family(former, "counter", `Former name of ${name}, for one release.`, [
      `${former} ${hits}`,
    ])
  );
}
