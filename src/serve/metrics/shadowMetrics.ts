import { family } from "./family.ts";

/** Why a request was not sent to the other server. */
export type ShadowSkip =
  "busy" | "rate" | "too_large" | "caller_left" | "batch" | "failed";

/** The results of the comparison with another server. */
export interface ShadowCounts {
  /** Calls by their labels. */
  readonly calls: ReadonlyMap<string, number>;
  readonly skipped: ReadonlyMap<ShadowSkip, number>;
  readonly inFlight: number;
}

/** Empty without --shadow-url. */
export function renderShadow(shadow: ShadowCounts | null): string {
  if (!shadow) return "";
  const calls = "tachyon_shadow_calls_total";
  const skipped = "tachyon_shadow_skipped_total";
  const inFlight = "tachyon_shadow_in_flight";
  return [
    family(
      calls,
      "counter",
      "Calls that were also sent to the shadow server, by method and difference.",
      [...shadow.calls].map(([labels, n]) => `${calls}{${labels}} ${n}`),
    ),
    family(
      skipped,
      "counter",
      "Requests and calls chosen for the shadow server but not sent, by reason.",
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
