import type { WebhookCounts } from "../../domain/webhookCounts.ts";
import type { IndexingFacts } from "../indexingFacts.ts";
import type { Lag } from "../status.ts";
import { family } from "./family.ts";

export function renderStore(bytes: number): string {
  return one("tachyon_store_bytes", "gauge", "Size of the store.", bytes);
}

/** The indexer's progress, from the same facts as status and health. */
export function renderIndexing(facts: IndexingFacts, health: Lag): string {
  const stages = "tachyon_indexing_stage_seconds_total";
  return [
    one("tachyon_indexed_slot", "gauge", "Last slot written.", facts.slot),
    renderLag(health),
    one(
      "tachyon_indexed_blocks_total",
      "counter",
      "Blocks written.",
      facts.blocks,
    ),
    one(
      "tachyon_indexed_transactions_total",
      "counter",
      "Compression transactions written.",
      facts.transactions,
    ),
    one(
      "tachyon_quarantined_transactions_total",
      "counter",
      "Transactions set aside because they could not be decoded.",
      facts.quarantined,
    ),
    one(
      "tachyon_source_retries_total",
      "counter",
      "Retried requests to nodes, interrupted streams and restarts of the indexer.",
      facts.retries,
    ),
    one(
      "tachyon_forged_events_total",
      "counter",
      "Events ignored because the compression program did not log them.",
      facts.forged,
    ),
    one("tachyon_forks_undone_total", "counter", "Forks undone.", facts.forks),
    one(
      "tachyon_indexing_busy_seconds_total",
      "counter",
      "Busy time of the indexer thread.",
      facts.busySeconds,
    ),
    one(
      "tachyon_indexing_heap_bytes",
      "gauge",
      "Heap in use in the indexer thread.",
      facts.heapBytes,
    ),
    family(
      stages,
      "counter",
      "Time the indexer spent, by stage.",
      Object.entries(facts.stageSeconds).map(
        ([stage, seconds]) => `${stages}{stage="${stage}"} ${seconds}`,
      ),
    ),
    renderWebhooks(facts.webhooks),
  ].join("");
}

function renderWebhooks(counts: WebhookCounts): string {
  const hooks = "tachyon_webhooks";
  const attempts = "tachyon_webhook_attempts_total";
  const { on, failing, off, delivered, failed } = counts;
  return [
    family(
      hooks,
      "gauge",
      "Webhooks: on, failing and tried again, or switched off.",
      Object.entries({ on, failing, off }).map(
        ([state, count]) => `${hooks}{state="${state}"} ${count}`,
      ),
    ),
    family(
      attempts,
      "counter",
      "Attempts to deliver a change to a webhook, by outcome.",
      Object.entries({ delivered, failed }).map(
        ([outcome, count]) => `${attempts}{outcome="${outcome}"} ${count}`,
      ),
    ),
  ].join("");
}

/** Nothing for a recording, which has no lag. */
function renderLag(health: Lag): string {
  const lag = health.lag();
  const seconds = health.lagSeconds();
  if (lag === null || seconds === null) return "";
  return [
    one("tachyon_indexing_lag_slots", "gauge", "Slots behind the chain.", lag),
    one(
      "tachyon_indexing_lag_seconds",
      "gauge",
      "Time behind the chain: slots behind it times the measured slot time.",
      seconds,
    ),
    one(
      "tachyon_slot_seconds",
      "gauge",
      "Slot time, measured over the last 1000 slots.",
      health.slotMs() / 1000,
    ),
  ].join("");
}

function one(
  name: string,
  type: "counter" | "gauge",
  help: string,
  value: number,
): string {
  return family(name, type, help, [`${name} ${value}`]);
}
