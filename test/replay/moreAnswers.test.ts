import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { openFileChain } from "../../src/ingest/source/file/fileChain.ts";
import { createDispatch } from "../../src/rpc/dispatch/dispatch.ts";
import type { Dispatch } from "../../src/rpc/dispatch/dispatchOptions.ts";
import * as methods from "../../src/rpc/methods/index.ts";
import { NOT_SERVED } from "../../src/rpc/dispatch/notServed.ts";
import { joinChunks } from "../../src/render/text.ts";
import { parseExact } from "../model/exactJson.ts";
import { test, type WithStore } from "../store/eachEngine.ts";
import {
  chainPath,
  isProofMethod,
  recordedLines,
  recordedTrees,
  recordedUpdates,
} from "./chain.ts";

interface Recording {
  method: string;
  params: unknown;
  result?: Result;
  error?: { code: number };
}
interface Result {
  value?: { items?: Item[] };
  queues?: Item[];
  compressionInfo?: { closedAccounts: Item[] };
}
type Item = Record<string, unknown>;

const names = readdirSync(
  new URL("../../fixtures/answers-more", import.meta.url),
).map((file) => file.replace(".jsonl.gz", ""));

for (const name of names) {
  test(`${name}: answers of the other methods equal the recorded ones field by field`, async (withStore) => {
    await withServedChain(withStore, name, async (ask) => {
      const compared = new Set<string>();
      for (const { expected, line } of recordings(name)) {
        const { method, params } = expected;
        if (NOT_SERVED.has(method) || isProofMethod(method)) continue;
        if (isDeliberatelyDifferent(expected)) continue;
        const got = await answer(ask, method, params);
        if (expected.error)
          assert.equal(got.error?.code, codeFor(method), line);
        else
          assert.deepEqual(
            inOrder(method, got.result),
            inOrder(method, expected.result),
            line,
          );
        compared.add(method);
      }
      assert.ok(compared.size > 15, [...compared].join());
    });
  });
}

test("the error for an unsupported method of the reference differs from that for an unknown method", async (withStore) => {
  await withServedChain(withStore, "four_cpi_events", async (ask) => {
    for (const method of NOT_SERVED.keys()) {
      const text = await ask(request(method, {}), "/", "");
      assert.match(
        joinChunks(text!),
        /"code":-32601,"message":"[^"]*is not served here/,
      );
    }
    const text = await ask(request("getCompressedAcount", {}), "/", "");
    assert.match(
      joinChunks(text!),
      /"message":"Method not found: \\"getCompressedAcount/,
    );
  });
});

test("an unknown account has no signatures, which is not an error", async (withStore) => {
  await withServedChain(withStore, "four_cpi_events", async (ask) => {
    const params = { hash: "11111111111111111111111111111112" };
    const { result } = await answer(
      ask,
      "getCompressionSignaturesForAccount",
      params,
    );
    assert.deepEqual(result?.value, { items: [] });
  });
});

test("an unknown transaction is null, and without a node the error says so", async (withStore) => {
  const signature = "1".repeat(64);
  const method = "getTransactionWithCompressionInfo";
  await withServedChain(withStore, "four_cpi_events", async (ask) => {
    const text = await ask(request(method, { signature }), "/", "");
    assert.match(
      joinChunks(text!),
      /"result":\{"transaction":null,"compressionInfo":\{"cl/,
    );
  });
  await withStore(async ({ reader: read }) => {
    const ask = createDispatch({ read, methods, log });
    const text = await ask(request(method, { signature }), "/", "");
    assert.match(joinChunks(text!), /"code":-32005,"message":"[^"]*--rpc-url/);
  });
});

const log = {
  error: (fields: object) =>
    assert.fail(new Error("nothing here may fail", { cause: fields })),
};

async function withServedChain(
  withStore: WithStore,
  name: string,
  work: (ask: Dispatch) => Promise<void>,
): Promise<void> {
  const trees = await recordedTrees();
  const updates = await recordedUpdates(name);
  const chain = openFileChain(chainPath(name), () => Promise.resolve(trees));
  await withStore(async ({ writer, reader: read }) => {
    await writer.addTrees([...trees]);
    for (const update of updates) await writer.apply([update]);
    await work(createDispatch({ read, chain, methods, log }));
  });
}

function* recordings(name: string) {
  for (const recorded of recordedLines(`answers-more/${name}.jsonl.gz`)) {
    // The same number; JavaScript writes it without the fraction.
    const line = recorded.replace(/("uiAmount":\d+)\.0\b/g, "$1");
    const expected = parseExact(line) as Recording;
    const { params } = JSON.parse(line) as Recording;
    yield { line, expected: { ...expected, params } };
  }
}

/** The reference calls an account without signatures an error; clients retry errors for most of a minute. */
function isDeliberatelyDifferent({ method, error }: Recording): boolean {
  return method === "getCompressionSignaturesForAccount" && !!error;
}

/** A bad parameter is -32602 here; accounts from before the index cannot be shown, which is no fault of the caller. */
function codeFor(method: string): bigint {
  return method.startsWith("getTransaction") ? -32005n : -32602n;
}

/** Where the reference's order is by chance (a hash map) or differs by contract (accounts by hash), ours stands in for it. */
function inOrder(method: string, result: Result | undefined): unknown {
  const { value, queues, compressionInfo } = result ?? {};
  if (method === "getCompressedAccountsByOwnerV2")
    sortBy(value!.items!, (item) => String(item.hash));
  if (queues) sortBy(queues, (q) => `${String(q.tree)} ${String(q.queueType)}`);
  if (compressionInfo)
    sortBy(compressionInfo.closedAccounts, ({ account }) => {
      const { hash, account: inner } = account as {
        hash: string;
        account?: Item;
      };
      return hash || String(inner?.hash);
    });
  return result;
}

function sortBy<T>(items: T[], key: (item: T) => string): void {
  items.sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0));
}

function request(method: string, params: unknown): Buffer {
  return Buffer.from(
    JSON.stringify({ jsonrpc: "2.0", id: "test-account", method, params }),
  );
}

async function answer(ask: Dispatch, method: string, params: unknown) {
  const text = await ask(request(method, params), "/", "");
  return parseExact(joinChunks(text!)) as Recording;
}
