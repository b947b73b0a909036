import type { TSchema } from "typebox";
import type { MaybePromise, Page } from "../store/page.ts";
import type { Reader } from "../store/reader.ts";
import type { PageParams, Params } from "./params.ts";
import { pageSchema } from "./items.ts";

/** A method as dispatch and documentation see it. Its wire name is its name in `methods/index.ts`. */
export interface Method {
  readonly summary: string;
  readonly params: TSchema;
  readonly result: TSchema;
  /** The result's JSON text; throws an RpcError for what the caller did wrong. */
  readonly answer: (read: Reader, params: unknown) => MaybePromise<string>;
}

export type Methods = Readonly<Record<string, Method>>;

/** How what `run` returns becomes JSON text. The schema is for documentation and tests: answers are not checked. */
export interface Result<Value, P extends Params = Params> {
  readonly schema: TSchema;
  readonly render: (value: Value, params: P) => string;
}

export interface MethodDefinition<P extends Params, Value> {
  readonly summary: string;
  readonly params: P;
  readonly result: Result<Value, P>;
  readonly run: (
    read: Reader,
    params: ReturnType<P["parse"]>,
  ) => MaybePromise<Value>;
}

export function defineMethod<P extends Params, Value>(
  definition: MethodDefinition<P, Value>,
): Method {
  const { summary, params, result, run } = definition;
  const render = (value: Value): string => result.render(value, params);
  return {
    summary,
    params: params.schema,
    result: result.schema,
    answer(read, given) {
      const parsed = params.parse(given) as ReturnType<P["parse"]>;
      const value = run(read, parsed);
      return value instanceof Promise ? value.then(render) : render(value);
    },
  };
}

/** A page of a list. Its items are JSON already: they are copied, never looked at. */
export function pageOf(item: TSchema): Result<Page, PageParams> {
  return {
    schema: pageSchema(item),
    render({ slot, items, cursor }, params) {
      const next =
        cursor === null ? "null" : `"${params.cursor.render(cursor)}"`;
      return `{"context":{"slot":${slot}},"value":{"items":[${items}],"cursor":${next}}}`;
    },
  };
}

/** Any other result: `run` returns its JSON text. */
export function textOf(schema: TSchema): Result<string> {
  return { schema, render: (text) => text };
}
