import { family } from "./family.ts";

/** Why a request was not asked of the other server. */
export type ShadowSkip =
  "busy" | "rate" | "too_large" | "caller_left" | "batch" | "failed";

/** What the comparison with another server has found so far. */
export interface ShadowCounts {
  /** Calls by their labels. */
  readonly calls: ReadonlyMap<string, number>;
  readonly skipped: ReadonlyMap<ShadowSkip, number>;
  readonly inFlight: number;
}

/** Nothing where there is no --shadow-url. */
export function renderShadow(shadow: ShadowCounts | null): string {
  if (!shadow) return "";
  const calls = "tachyon_shadow_calls_total";
  const skipped = "tachyon_shadow_skipped_total";
  const inFlight = "tachyon_shadow_in_flight";
  return [
    family(
      calls,
      "counter",
      "Calls that were asked of the shadow server as well, by method and by what differed.",
      [...shadow.calls].map(([labels, n]) => `${calls}{${labels}} ${n}`),
    ),
    family(
      skipped,
      "counter",
      "Requests and calls chosen for the shadow server that it was not asked, by reason.",
      [...shadow.skipped].map(([why, n]) => `${skipped}{reason="${why}"} ${n}`),
    ),
    family(
      inFlight,
      "gauge",
      "Requests being compared with the shadow server.",
      [`${inFlight} ${shadow.inFlight}`],
    ),
  ].join("");
}
