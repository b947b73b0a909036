import type { TSchema } from "typebox";
import type { Chain } from "../domain/chain.ts";
import type { Prover } from "../domain/prover.ts";
import type { Slot } from "../domain/values.ts";
import { renderMerkleContexts } from "../render/merkleContext.ts";
import { between, type Text } from "../render/text.ts";
import { andThen, type MaybePromise } from "../store/maybePromise.ts";
import type { Page } from "../store/page.ts";
import { changeInSteps } from "../store/read/inSteps.ts";
import type { Reader } from "../store/reader.ts";
import type { Commitment } from "./commitment.ts";
import {
  type AnswerBound,
  assertBound,
  ITEMS,
  ONE_ITEM,
} from "./answerBound.ts";
import { type Cost, ONE_LOOKUP, PAGE } from "./cost.ts";
import type { PageParams, Params } from "./params.ts";
import { pageSchema, withContext } from "./schemas.ts";

/** A method as dispatch and documentation use it. Its wire name is its name in `methods/index.ts`. */
export interface Method {
  readonly summary: string;
  readonly params: TSchema;
  readonly result: TSchema;
  /** A sentence on how calls are priced. */
  readonly cost: string;
  readonly bound: AnswerBound;
  /** Parses the parameters; throws an RpcError if they are invalid. */
  readonly prepare: (params: unknown) => PreparedCall;
}

/** A call with valid parameters. */
export interface PreparedCall {
  /** The price in units. */
  readonly units: number;
  /** The slot that the answer must be from at least, where a parameter of the method's own says so. */
  readonly minContextSlot: Slot | null;
  /** The result's JSON text, in ASCII. */
  readonly answer: (
    read: Reader,
    upstreams: Upstreams,
    seen?: Seen,
    level?: Commitment,
  ) => MaybePromise<Text>;
}

/** What a method may use besides the store. */
export interface Upstreams {
  /** Null if the server has no node. */
  readonly chain: Chain | null;
  /** Null if the server has no prover. */
  readonly prover: Prover | null;
  /** Aborts when the connection closes before the answer is sent. */
  readonly abandoned: () => AbortSignal;
}

/** The items on a page, the rows scanned to find them, and the slot that the store was read at. */
export interface Seen {
  items: number;
  scanned: number;
  slot: Slot | null;
}

export type Methods = Readonly<Record<string, Method>>;

/** Turns the return value of `run` into JSON text. The schema is for documentation and tests: answers are not checked. */
export interface Result<Value, P extends Params = Params> {
  readonly schema: TSchema;
  readonly render: (value: Value, params: P) => MaybePromise<Text>;
}

export interface MethodDefinition<P extends Params, Value> {
  readonly summary: string;
  readonly params: P;
  readonly result: Result<Value, P>;
  /** By default a list is priced by its page size, and any other method as one lookup. */
  readonly cost?: Cost<ReturnType<P["parse"]>>;
  /** By default that of a page for a list, else that of one item. */
  readonly bound?: AnswerBound;
  /** For a method that has a `minContextSlot` of its own besides the one that every method takes. */
  readonly minContextSlot?: (params: ReturnType<P["parse"]>) => Slot | null;
  /** `level` is the commitment at which the index follows the chain. */
  readonly run: (
    read: Reader,
    params: ReturnType<P["parse"]>,
    upstreams: Upstreams,
    level: Commitment,
  ) => MaybePromise<Value>;
}

export function defineMethod<P extends Params, Value>(
  definition: MethodDefinition<P, Value>,
): Method {
  const { summary, params, result, run } = definition;
  const cost = definition.cost ?? defaultCost(params);
  const bound = definition.bound ?? ("cursor" in params ? ITEMS : ONE_ITEM);
  const render = (value: Value, seen?: Seen): MaybePromise<Text> => {
    if (seen) note(value, seen);
    const text = result.render(value, params);
    return andThen(text, (whole) => assertBound(whole, bound));
  };
  return {
    summary,
    params: params.schema,
    result: result.schema,
    cost: cost.description,
    bound,
    prepare(given) {
      const parsed = params.parse(given) as ReturnType<P["parse"]>;
      return {
        units: cost.units(parsed),
        minContextSlot: definition.minContextSlot?.(parsed) ?? null,
        answer(read, upstreams, seen, level = "confirmed") {
          const value = run(read, parsed, upstreams, level);
          return andThen(value, (found) => render(found, seen));
        },
      };
    },
  };
}

function defaultCost(params: Params): Cost<unknown> {
  return "cursor" in params ? (PAGE as Cost<unknown>) : ONE_LOOKUP;
}

function note(value: unknown, seen: Seen): void {
  if (typeof value !== "object" || value === null) return;
  if ("slot" in value) seen.slot = ((value as Page).head ?? value.slot) as Slot;
  if (!("count" in value)) return;
  const { count, scanned } = value as Page;
  seen.items = count;
  seen.scanned = scanned ?? count;
}

/** A page of a list. Its items are JSON text already, and are copied without parsing. */
export function pageOf(
  item: TSchema,
  list = "items",
): Result<Page, PageParams> {
  return {
    schema: pageSchema(item, list),
    render({ slot, items, cursor }, params) {
      const next =
        cursor === null ? "null" : `"${params.cursor.render(cursor)}"`;
      return between(
        `{"context":{"slot":${slot}},"value":{"${list}":[`,
        items,
        `],"cursor":${next}}}`,
      );
    },
  };
}

/** The same page with its accounts in their V2 shape; it must be read with the trees. */
export function pageOfV2(item: TSchema): Result<Page, PageParams> {
  const { schema, render } = pageOf(item);
  return {
    schema,
    render(page, params) {
      const { contexts } = page.trees!;
      const shape = (items: string) => renderMerkleContexts(items, contexts);
      const show = (items: Text) => render({ ...page, items }, params);
      const shaped = changeInSteps(page.items, shape);
      return andThen(shaped, show);
    },
  };
}

/** A value, and the slot it was read at. */
export interface Valued {
  readonly slot: Slot;
  /** JSON text. */
  readonly value: Text;
}

export function valueOf(schema: TSchema): Result<Valued> {
  return {
    schema: withContext(schema),
    render: ({ slot, value }) =>
      between(`{"context":{"slot":${slot}},"value":`, value, "}"),
  };
}

/** Any other result: `run` returns its JSON text. */
export function textOf(schema: TSchema): Result<Text> {
  return { schema, render: (text) => text };
}

/** A result that is JSON text, and the slot it was read at. */
export function textAtSlot(
  schema: TSchema,
): Result<{ readonly slot: Slot | null; readonly text: Text }> {
  return { schema, render: ({ text }) => text };
}
