import { jsonText } from "./jsonText.ts";
import type { Request } from "./requests.ts";

/** The possible differences between two answers, and their meanings. */
export const FINDINGS = {
  different: ["difference", "the answers differ"],
  rowMissing: ["difference", "an item is in one list only"],
  order: ["difference", "the items are the same, in another order"],
  losesRows: ["fault", "a list loses items while it is read page by page"],
  repeatsRows: ["fault", "a list repeats items while it is read page by page"],
  rounds: ["fault", "large numbers are rounded"],
  holdersOfZero: ["intended", "owners with a balance of 0 are listed"],
  orderByOwner: ["intended", "accounts of an owner come in another order"],
  orderOfQueues: ["intended", "queues come in another order"],
  orderOfSpent: ["intended", "spent accounts come in another order"],
  errorCode: ["intended", "the same request is an error with another code"],
  unknownKey: ["intended", "an unknown key is an error in one"],
  proofRefused: ["intended", "a proof that one server refuses"],
  notServed: ["skipped", "only one server has the method or a parameter"],
  slow: ["unanswered", "no answer in time"],
  unreachable: ["unanswered", "no answer"],
  unavailable: ["unanswered", "a server is busy, or too far behind to answer"],
  malformed: ["unanswered", "an answer that is not of this API"],
  otherSlot: ["skipped", "the servers never were at the same slot"],
  cursor: ["skipped", "a cursor that one server gave"],
  tooLarge: ["skipped", "an answer is too large to compare"],
  tooLong: ["skipped", "a list is longer than --max-pages"],
} as const satisfies Record<string, readonly [Meaning, string]>;

/** `intended`: the contract requires the difference. `fault`: a known fault of the reference. */
export type Meaning =
  "difference" | "fault" | "intended" | "skipped" | "unanswered";

export type FindingName = keyof typeof FINDINGS;

export interface Finding {
  readonly name: FindingName;
  /** The server at fault, if that is certain. */
  readonly server: "A" | "B" | null;
  /** Details with an example. */
  readonly detail: string;
}

/** A finding and a request that shows it. */
export interface Located extends Finding {
  readonly request: Request;
}

export function meaningOf({ name }: Finding): Meaning {
  return FINDINGS[name][0];
}

const LONGEST = 120;

/** A value as the text of a finding. */
export function show(value: unknown): string {
  const text = jsonText(value) ?? "nothing";
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
