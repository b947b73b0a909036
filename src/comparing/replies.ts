import { TooLarge } from "../codecs/boundedText.ts";
import { METHODS } from "../client/api.ts";
import { withBigints } from "../client/bigints.ts";
import { TachyonError } from "../client/index.ts";

/** What a server answered to one request, or to all requests of a walk. */
export type Reply = Answer | Refusal | NoAnswer;

export interface Answer {
  readonly kind: "answer";
  /** The slot it is about: null if it names none, or if the pages of a walk name several. */
  readonly slot: number | null;
  /** Without its context; of a list, all items. */
  readonly value: unknown;
  /** Of a list: whether items follow that were not asked for. */
  readonly cut: boolean;
  readonly pages: number;
  /** Of the pages of a walk, the first and the last one. */
  readonly slots: readonly [number, number];
}

/** A JSON-RPC error. */
export interface Refusal {
  readonly kind: "error";
  readonly slot: number | null;
  readonly code: number;
  readonly message: string;
}

/** The server sent no JSON-RPC answer. */
export interface NoAnswer {
  readonly kind: "none";
  readonly slot: null;
  readonly why: "slow" | "unreachable" | "malformed" | "tooLarge";
  readonly message: string;
}

export interface PageOfList {
  readonly slot: number;
  readonly items: readonly unknown[];
  readonly cursor: string | null;
}

/** The pages of a walk as one answer. */
export function joined(pages: readonly PageOfList[]): Answer {
  const slots = pages.map(({ slot }) => slot);
  const [first, last] = [slots[0]!, slots.at(-1)!];
  return {
    kind: "answer",
    slot: slots.every((slot) => slot === first) ? first : null,
    value: pages.flatMap(({ items }) => items),
    cut: pages.at(-1)!.cursor !== null,
    pages: pages.length,
    slots: [first, last],
  };
}

export function single(result: unknown): Answer {
  const { slot, value } = withoutSlot(result);
  const slots = [slot ?? 0, slot ?? 0] as const;
  return { kind: "answer", slot, value, cut: false, pages: 1, slots };
}

/** Answers name their slot in `context`, in `slot`, or are the slot. */
function withoutSlot(result: unknown): {
  slot: number | null;
  value: unknown;
} {
  if (typeof result === "number") return { slot: result, value: "a slot" };
  if (typeof result !== "object" || result === null)
    return { slot: null, value: result };
  const { context, slot, ...value } = result as {
    readonly context?: { readonly slot?: unknown };
    readonly slot?: unknown;
  };
  const named = context?.slot ?? slot;
  return { slot: typeof named === "number" ? named : null, value };
}

/** A JSON-RPC answer, parsed. */
export interface Envelope {
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}

/** What an answer says about a method: of a list, its one page. */
export function replyOf(method: string, { result, error }: Envelope): Reply {
  if (error) {
    const { code, message } = error;
    return { kind: "error", slot: null, code, message };
  }
  if (result === undefined) throw new Error("neither result nor error");
  const { list, bigints } = METHODS[method as keyof typeof METHODS];
  const answer = withBigints(result, bigints);
  return list === null ? single(answer) : joined([pageOf(answer, list)]);
}

function pageOf(answer: unknown, list: string): PageOfList {
  const { context, value } = answer as {
    readonly context: { readonly slot: number };
    readonly value: Readonly<Record<string, unknown>>;
  };
  return {
    slot: context.slot,
    items: value[list] as readonly unknown[],
    cursor: value["cursor"] as string | null,
  };
}

/** The reply that a failed request counts as. */
export function failed(cause: unknown, timeoutMs: number): Refusal | NoAnswer {
  if (cause instanceof TachyonError && cause.code < 0)
    return {
      kind: "error",
      slot: null,
      code: cause.code,
      message: cause.message,
    };
  const noAnswer = (why: NoAnswer["why"], message: string): NoAnswer => {
    return { kind: "none", slot: null, why, message };
  };
  if (cause instanceof TachyonError)
    return noAnswer("unreachable", `HTTP status ${cause.code}`);
  if (cause instanceof TooLarge) return noAnswer("tooLarge", cause.message);
  if (cause instanceof Error && cause.name === "TimeoutError")
    return noAnswer("slow", `no answer within ${timeoutMs / 1000} s`);
  // fetch reports every failure of the network as a TypeError whose cause is the system's error.
  if (cause instanceof TypeError && cause.cause instanceof Error)
    return noAnswer("unreachable", cause.cause.message || "not reachable");
  return noAnswer("malformed", `not an answer of this API: ${String(cause)}`);
}
