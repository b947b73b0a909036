import type { FindingName, Meaning } from "../../comparing/findings.ts";
import type { Exchange } from "../../comparing/shadow/calls.ts";

/** The data that the thread starts with. */
export interface ShadowSettings {
  readonly url: string;
  /** Requests per second. */
  readonly rate: number;
}

/** To the thread. */
export type ShadowCommand =
  | { readonly kind: "compare"; readonly exchange: Exchange }
  /** The answer of this server to a request of the thread. */
  | {
      readonly kind: "answer";
      readonly callId: number;
      readonly text: string;
    };

/** From the thread. */
export type ShadowMessage =
  /** An exchange is done. */
  | {
      readonly kind: "compared";
      readonly calls: readonly ReportedCall[];
      readonly leftOut: number;
    }
  /** An exchange could not be compared, by a fault of the program. */
  | { readonly kind: "failed"; readonly why: string }
  /** A request to this server. */
  | {
      readonly kind: "ask";
      readonly callId: number;
      readonly body: string;
    };

export interface ReportedCall {
  readonly method: string;
  /** The worst finding, or that the answers are the same. */
  readonly kind: FindingName | "same";
  readonly meaning: Meaning | "same";
  /** The findings, for the log. */
  readonly text: string;
  /** JSON, cut to a bounded length. */
  readonly params: string;
  readonly hashes: readonly [string | null, string | null];
}
