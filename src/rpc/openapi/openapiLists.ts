// The OpenAPI paths of whole lists: `GET /stream/{method}` and `GET /export/{method}`.
import { Type, type TSchema } from "typebox";
import { COMMON_SCHEMAS } from "../commonParams.ts";
import { closed, slotOf } from "../schemas.ts";
import { WHOLE_LISTS } from "../mainMethods.ts";
import type { Methods } from "../method.ts";

const KEY =
  "An API key may be in a header, in the query (api-key), or in the path before this one.";

/** The paths, if the methods contain lists. */
export function listPaths(methods: Methods): object {
  const lists = WHOLE_LISTS.filter((name) => name in methods);
  if (lists.length === 0) return {};
  const named = pathParameter(lists);
  const own = ownParameters(methods, lists);
  return {
    "/stream/{method}": {
      get: {
        operationId: "followList",
        summary: "The changes of a list as server-sent events.",
        description: `The first event is empty and shows where the stream begins; then one follows for each change. ${KEY}`,
        parameters: [named, ...own, ...STREAM_PARAMETERS],
        responses: {
          200: {
            description:
              "Events with the id slot:blockhash; the schema is that of their data. Parts of a change before the last one have no id.",
            headers: CONTEXT_SLOT,
            content: {
              "text/event-stream": { schema: change(methods, lists) },
            },
          },
          ...REFUSALS,
        },
      },
    },
    "/export/{method}": {
      get: {
        operationId: "exportList",
        summary: "A whole list as a file, as it was after one block.",
        description: `An interrupted download has no last chunk: the connection closes before it. The server decides who may export. ${KEY}`,
        parameters: [named, ...own, ...EXPORT_PARAMETERS],
        responses: {
          200: {
            description: "The file, of any length.",
            headers: CONTEXT_SLOT,
            content: FILES,
          },
          ...REFUSALS,
        },
      },
    },
  };
}

function pathParameter(lists: readonly string[]) {
  const schema = Type.Enum([...lists]);
  return {
    name: "method",
    in: "path",
    required: true,
    description: "The list.",
    schema,
  };
}

function query(name: string, description: string, schema: TSchema) {
  return { name, in: "query", description, schema };
}

/** Parameters without a meaning for a whole list. */
const OF_PAGES = ["cursor", "limit", "atSlot", "blockhash"];
const IN_JSON = ["filters", "dataSlice"];

/** The parameters of all lists, each with the lists that take it. */
function ownParameters(methods: Methods, lists: readonly string[]) {
  const taken = new Map<string, { schema: TSchema; by: string[] }>();
  for (const list of lists)
    for (const [name, schema] of Object.entries(propertiesOf(methods, list))) {
      if (OF_PAGES.includes(name)) continue;
      const { by } = taken.get(name) ?? { by: [] };
      taken.set(name, { schema, by: [...by, list] });
    }
  return [...taken].map(([name, { schema, by }]) => {
    const isJson = IN_JSON.includes(name);
    const description = `As for POST${isJson ? ", as JSON" : ""}. Taken by ${by.join(", ")}.`;
    if (!isJson) return query(name, description, schema);
    const content = { "application/json": { schema } };
    return { name, in: "query", description, content };
  });
}

function propertiesOf(methods: Methods, list: string) {
  const { properties } = methods[list]!.params as TSchema & {
    properties: Record<string, TSchema>;
  };
  return properties;
}

const place = Type.String({ pattern: "^\\d+:.+$" });

const STREAM_PARAMETERS = [
  ...Object.entries(COMMON_SCHEMAS).map(([name, schema]) =>
    query(name, "As for POST.", schema),
  ),
  query(
    "from",
    "The id of the last event; everything since follows, and nothing twice.",
    place,
  ),
  {
    name: "Last-Event-ID",
    in: "header",
    description: "The same as from; EventSource of browsers sends it.",
    schema: place,
  },
];

const EXPORT_PARAMETERS = [
  query(
    "atSlot",
    "The list as it was after the last block at or below this slot; the newest one when left out.",
    Type.Integer({ minimum: 0 }),
  ),
  query(
    "format",
    "The format of the file.",
    Type.Enum(["csv", "ndjson", "parquet"], { default: "csv" }),
  ),
];

const CONTEXT_SLOT = {
  "x-context-slot": {
    description: "The slot of the list, or where the stream begins.",
    schema: Type.Integer({ minimum: 0 }),
  },
};

const text = { schema: Type.String() };
const FILES = {
  "text/csv": text,
  "application/x-ndjson": text,
  "application/vnd.apache.parquet": {},
};

/** `{context, value}`, as notifications over a WebSocket have it too. */
function change(methods: Methods, lists: readonly string[]): TSchema {
  const items = new Set(lists.map((list) => itemOf(methods, list)));
  const item = Type.Union([...items]);
  return closed({
    context: closed(
      {
        slot: slotOf("the slot of the newest block"),
        blockhash: Type.String({ description: "the hash of that block" }),
      },
      "the block after this change",
    ),
    value: closed(
      {
        removed: Type.Array(item, { description: "items to take out" }),
        added: Type.Array(item, { description: "items to put in" }),
        undone: Type.Boolean({
          description: "whether a fork undid blocks",
        }),
        more: Type.Boolean({
          description: "whether further parts of the same change follow",
        }),
      },
      "the change",
    ),
  });
}

function itemOf(methods: Methods, list: string): TSchema {
  const { properties } = methods[list]!.result as unknown as {
    properties: { value: { properties: { items: { items: TSchema } } } };
  };
  return properties.value.properties.items.items;
}

const refusal = closed({
  error: closed({
    code: Type.Integer({
      description: "as for POST, or the status if there is no such code",
    }),
    message: Type.String({ description: "what is wrong" }),
  }),
});

const REFUSALS = Object.fromEntries(
  Object.entries({
    400: "A parameter is wrong, or there is no such list; the message names it.",
    401: "An API key is needed, or this one is unknown or not open to the list.",
    403: "The host or the origin is refused.",
    410: "That slot or block is no longer kept: read the list again.",
    429: "Too many requests; Retry-After says when to try again.",
    503: "The server cannot answer now; Retry-After says when to try again.",
  }).map(([status, description]) => [
    status,
    { description, content: { "application/json": { schema: refusal } } },
  ]),
);
