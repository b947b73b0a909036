import assert from "node:assert/strict";
import { test } from "node:test";
import { findKeys } from "../../src/comparing/keys.ts";
import { openServer } from "../../src/comparing/server.ts";
import {
  type Compared,
  createShadow,
  type ShadowOptions,
} from "../../src/comparing/shadow/shadow.ts";
import { withServedChain } from "../clients/servedChain.ts";
import { type Fault, FAULTS, faultyServer } from "./faultyServer.ts";
import { followers } from "./followers.ts";
import { listening } from "./listening.ts";

const CHAIN = "programs-400";
const OPTIONS = {
  rate: 100_000,
  timeoutMs: 60_000,
  maxBytes: 2 ** 22,
  rounds: 3,
  signal: new AbortController().signal,
} satisfies Partial<ShadowOptions>;

const OWNERS = "getCompressedAccountsByOwner";
const BALANCE = "getCompressedBalanceByOwner";

async function post(url: string, body: string): Promise<string> {
  const headers = { "content-type": "application/json" };
  return (await fetch(url, { method: "POST", headers, body })).text();
}

/** Sends a request to one server, and shadows it on the other. */
async function shadowed(
  url: string,
  other: string,
  body: unknown,
  more: Partial<ShadowOptions> = {},
): Promise<Compared> {
  const askThis = (text: string) => post(url, text);
  const shadow = createShadow({ ...OPTIONS, url: other, askThis, ...more });
  const text = JSON.stringify(body);
  return shadow({ body: text, answer: await askThis(text), headers: {} });
}

function call(method: string, params: unknown, id: unknown = 1) {
  return { jsonrpc: "2.0", id, method, params };
}

function found({ calls }: Compared): string[] {
  return calls.flatMap(({ findings }) => findings.map(({ name }) => name));
}

test("answers of a server with the same state do not differ, for single calls, batches and errors", async () => {
  await withServedChain(CHAIN, async ({ url, paramsOf }) => {
    const [named] = paramsOf(OWNERS);
    const [balance] = paramsOf(BALANCE);
    const requests = [
      call(OWNERS, named),
      call(OWNERS, { ...named, limit: 2 }),
      call(OWNERS, [named!["owner"]]),
      call(OWNERS, { owner: "x" }),
      call("getIndexerSlot", undefined),
      [call(OWNERS, named), 7, { a: 1 }, call(BALANCE, balance, 1)],
    ];
    for (const body of requests) {
      const compared = await shadowed(url, url, body);
      assert.deepEqual(found(compared), [], JSON.stringify(body));
      assert.equal(compared.calls.length, Array.isArray(body) ? 2 : 1);
      for (const { hashes } of compared.calls)
        assert.equal(hashes[0], hashes[1]);
    }
  });
});

test("a request that names no method of this API is not asked of the other server", async () => {
  await withServedChain(CHAIN, async ({ url }) => {
    const bodies = [call("getNothing", {}), { a: 1 }, "text", 7, null, []];
    for (const body of bodies) {
      const compared = await shadowed(url, "http://127.0.0.1:1", body);
      assert.deepEqual(compared.calls, []);
    }
  });
});

test("notifications of a batch have no answer, and large batches are compared in part", async () => {
  await withServedChain(CHAIN, async ({ url, paramsOf }) => {
    const [named] = paramsOf(BALANCE);
    const notification = { ...call(BALANCE, named), id: undefined };
    const calls = [
      notification,
      ...Array<object>(12).fill(call(BALANCE, named)),
    ];
    const compared = await shadowed(url, url, calls);
    assert.deepEqual(found(compared), []);
    assert.deepEqual([compared.calls.length, compared.leftOut], [10, 2]);
  });
});

const FOUND: readonly (readonly [keyof typeof FAULTS, string, string])[] = [
  ["different", BALANCE, "different"],
  ["rounds", OWNERS, "rounds"],
  ["orderByOwner", OWNERS, "orderByOwner"],
  ["notServed", "getQueueInfo", "notServed"],
  ["malformed", BALANCE, "malformed"],
  ["otherSlot", BALANCE, "otherSlot"],
];

test("differences are reported with the hashes of both answers", async (t) => {
  await withServedChain(CHAIN, async ({ url, paramsOf }) => {
    for (const [name, method, expected] of FOUND)
      await t.test(name, async (t) => {
        const fault: Fault = FAULTS[name];
        // Only answers that differ need a common slot.
        const spoilt: Fault =
          name === "otherSlot"
            ? (...args) => FAULTS.different(args[0], fault(...args)!, args[2])
            : fault;
        const other = await faultyServer(t, url, spoilt);
        const params = paramsOf(method)[0] ?? {};
        const compared = await shadowed(url, other, call(method, params));
        assert.deepEqual(found(compared), [expected]);
        const [a, b] = compared.calls[0]!.hashes;
        assert.match(a!, /^[0-9a-f]{16}$/);
        assert.notEqual(a, b);
      });
    await t.test("an error with another code", async (t) => {
      const other = await faultyServer(t, url, FAULTS.errorCode);
      const wrong = call(BALANCE, { owner: "x" });
      const compared = await shadowed(url, other, wrong);
      assert.deepEqual(found(compared), ["errorCode"]);
    });
  });
});

test("a slow, lost or busy server is distinguished from one that differs", async (t) => {
  await withServedChain(CHAIN, async ({ url, paramsOf }) => {
    const body = call(BALANCE, paramsOf(BALANCE)[0]);
    const slow = await faultyServer(t, url, FAULTS.slow);
    const late = await shadowed(url, slow, body, { timeoutMs: 200 });
    assert.deepEqual(found(late), ["slow"]);
    const gone = await shadowed(url, "http://127.0.0.1:1", body);
    assert.deepEqual(found(gone), ["unreachable"]);
    const refusing = await listening(t, (_request, response) => {
      response.writeHead(429).end("{}");
    });
    assert.deepEqual(found(await shadowed(url, refusing, body)), [
      "unreachable",
    ]);
    const busy = await listening(t, (_request, response) => {
      response.end(
        '{"jsonrpc":"2.0","id":1,"error":{"code":-32005,"message":"busy"}}',
      );
    });
    assert.deepEqual(found(await shadowed(url, busy, body)), ["unavailable"]);
  });
});

test("an answer without an end is read up to its bound", async (t) => {
  await withServedChain(CHAIN, async ({ url, paramsOf }) => {
    const huge = await listening(t, (_request, response) => {
      const chunk = "x".repeat(2 ** 16);
      const more = () => {
        while (!response.destroyed && response.write(chunk));
      };
      response.on("drain", more);
      more();
    });
    const body = call(BALANCE, paramsOf(BALANCE)[0]);
    assert.deepEqual(found(await shadowed(url, huge, body)), ["tooLarge"]);
  });
});

test("a cursor that the other server does not understand is not a difference", async (t) => {
  await withServedChain(CHAIN, async ({ url, paramsOf }) => {
    const params = { ...paramsOf(OWNERS)[0], limit: 1 };
    const list = call(OWNERS, params);
    const first = JSON.parse(await post(url, JSON.stringify(list))) as {
      result: { value: { cursor: string } };
    };
    const { cursor } = first.result.value;
    const next = call(OWNERS, { ...params, cursor });
    assert.deepEqual(found(await shadowed(url, url, next)), []);
    const other = await faultyServer(t, url, FAULTS.losesRows);
    assert.deepEqual(found(await shadowed(url, other, next)), ["cursor"]);
  });
});

test("a parameter that the other server does not have is not a difference", async (t) => {
  await withServedChain(CHAIN, async ({ url, paramsOf }) => {
    const params = { ...paramsOf(BALANCE)[0], commitment: "confirmed" };
    const body = call(BALANCE, params);
    assert.deepEqual(found(await shadowed(url, url, body)), []);
    const strict = await faultyServer(t, url, ({ params }, text) =>
      params && "commitment" in params
        ? '{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"unknown field"}}'
        : text,
    );
    const refused = await shadowed(url, strict, body);
    assert.deepEqual(found(refused), ["notServed"]);
    const without = call(BALANCE, paramsOf(BALANCE)[0]);
    assert.deepEqual(found(await shadowed(url, strict, without)), []);
  });
});

test("two servers that index the same chain, one a block behind the other, do not differ", async () => {
  await followers(CHAIN, async ({ urls, behind }) => {
    const source = openServer(urls[0], OPTIONS);
    const { owners } = await findKeys(source, { keys: 2, seed: 1 });
    const compared: string[] = [];
    while (behind() < 5) {
      for (const owner of owners) {
        const body = call(OWNERS, { owner });
        for (const [a, b] of [urls, [urls[1], urls[0]]] as const) {
          const outcome = await shadowed(a, b, body, { rounds: 30 });
          compared.push(...found(outcome));
        }
      }
    }
    assert.deepEqual(new Set(compared), new Set());
  });
});
