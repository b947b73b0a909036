// A server that passes requests on to another one and spoils the answers, each in a way that the reference is known for.
import type { ServerResponse } from "node:http";
import { text as textOf } from "node:stream/consumers";
import type { TestContext } from "node:test";
import { listening } from "./listening.ts";

interface Call {
  readonly method: string;
  readonly params: { readonly cursor?: string | null } | null;
}

interface Answer {
  result?: {
    context?: { slot: number };
    value?: { items?: unknown[]; cursor?: string | null };
  };
  error?: { code: number };
}

/** Changes the text of an answer, or sends none. */
export type Fault = (
  call: Call,
  text: string,
  response: ServerResponse,
) => string | null;

const TEXT_OF_A_LARGE_NUMBER = /(?<=[:[,])\d{16,}(?=[,}\]])/g;

/** Spoils the parsed answer; numbers keep their digits, since they are strings meanwhile. */
function change(spoil: (answer: Answer, call: Call) => void): Fault {
  return (call, text) => {
    const marked = text.replace(TEXT_OF_A_LARGE_NUMBER, '"large:$&"');
    const answer = JSON.parse(marked) as Answer;
    spoil(answer, call);
    return JSON.stringify(answer).replace(/"large:(\d+)"/g, "$1");
  };
}

export const FAULTS = {
  losesRows: change(({ result }, { params }) => {
    if (params?.cursor) result?.value?.items?.shift();
  }),
  repeatsRows: change(({ result }, { params }) => {
    const items = result?.value?.items;
    if (params?.cursor && items?.[0]) items.unshift(items[0]);
  }),
  holdersOfZero: change(({ result }, { method }) => {
    const { items, cursor } = result?.value ?? {};
    if (method === "getCompressedMintTokenHolders" && cursor === null)
      items!.push({ owner: "1".repeat(32), balance: 0 });
  }),
  rounds: (_call, text) =>
    text.replace(TEXT_OF_A_LARGE_NUMBER, (digits) => String(Number(digits))),
  orderByOwner: change(({ result }, { method }) => {
    if (method.startsWith("getCompressedAccountsByOwner"))
      result?.value?.items?.reverse();
  }),
  errorCode: change(({ error }) => {
    // Errors of HTTP are text.
    if (typeof error === "object") error.code = -32000;
  }),
  notServed: (call, text) =>
    call.method === "getQueueInfo"
      ? '{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no such method"}}'
      : text,
  different: change(({ result }, { method }) => {
    if (method === "getCompressedBalanceByOwner")
      Object.assign(result!, { value: 77 });
  }),
  malformed: ({ method }, text) =>
    method === "getCompressedBalanceByOwner" ? "<html>" : text,
  otherSlot: (_call, text) =>
    text
      .replace(/"slot":\d+},"value"/, '"slot":7},"value"')
      .replace(/"result":\d+}/, '"result":7}'),
  slow: (call, text) => (call.method === "getIndexerSlot" ? text : null),
  unreachable: (call, text, response) => {
    if (call.method === "getIndexerSlot") return text;
    response.destroy();
    return null;
  },
} satisfies Record<string, Fault>;

/** The URL of a server with a fault, in front of one without. */
export function faultyServer(
  t: TestContext,
  url: string,
  fault: Fault,
): Promise<string> {
  return listening(t, (request, response) => {
    void answer();
    async function answer(): Promise<void> {
      const body = await textOf(request);
      const { method = "POST", url: path = "/", headers } = request;
      const answered = await fetch(new URL(path, url), {
        method,
        headers: { "content-type": headers["content-type"] ?? "" },
        ...(body !== "" && { body }),
      });
      const text = await answered.text();
      const call = parsed(body);
      const spoiled = call && text ? fault(call, text, response) : text;
      if (spoiled === null) return;
      response.statusCode = answered.status;
      response.end(spoiled);
    }
  });
}

/** A single call. Everything else is passed on as it is. */
function parsed(body: string): Call | null {
  try {
    const call = JSON.parse(body) as Partial<Call>;
    return typeof call.method === "string" ? (call as Call) : null;
  } catch {
    return null;
  }
}
