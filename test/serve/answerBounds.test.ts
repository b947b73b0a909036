import assert from "node:assert/strict";
import { test } from "node:test";
import { startLargeNode } from "../../bench/worst/node.ts";
import { worstRequests } from "../../bench/worst/requests.ts";
import { writeWorst } from "../../bench/worst/write.ts";
import { openRpcChain } from "../../src/ingest/source/node/rpcChain.ts";
import { joinChunks } from "../../src/render/text.ts";
import type { Methods, Upstreams } from "../../src/rpc/method.ts";
import * as served from "../../src/rpc/methods/index.ts";
import { openStore } from "../../src/store/open.ts";
import { recordedProof } from "../prover/recordedProof.ts";
import { recordedTrees } from "../replay/chain.ts";
import { withStorePath } from "../store/withStore.ts";

const methods: Methods = served;
/** Fewer accounts than a filter scans; the bench of worst requests has more. */
const FILTERED = 2_000;

const { a, b, c } = recordedProof();
const [proofA, proofB, proofC] = [a, b, c].map((part) => Uint8Array.from(part));
const proof = { a: proofA!, b: proofB!, c: proofC! };

/** The only one that is refused. */
const TOO_LARGE = "10 MiB on chain";

/** The entries of the longest list in an answer. */
function longestList(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  const own = Array.isArray(value) ? value.length : 0;
  const members: unknown[] = Object.values(value);
  return members.reduce<number>(
    (most, member) => Math.max(most, longestList(member)),
    own,
  );
}

test("every method has a worst request", () => {
  const asked = new Set(worstRequests.map(({ method }) => method));
  const missing = Object.keys(methods).filter((name) => !asked.has(name));
  assert.deepEqual(missing, []);
});

test("the worst request of each method stays within the documented bytes and items", (t) =>
  withStorePath(async (url) => {
    await writeWorst(url, FILTERED);
    const node = await startLargeNode();
    t.after(() => {
      node.close();
    });
    const store = await openStore(url, { write: false });
    const upstreams: Upstreams = {
      chain: openRpcChain([new URL(node.url)], recordedTrees, "confirmed"),
      prover: { prove: () => Promise.resolve(proof) },
      abandoned: () => new AbortController().signal,
    };
    try {
      for (const { method, what, params } of worstRequests) {
        const { bound, prepare } = methods[method]!;
        const request = `${method}, ${what}`;
        const answer = async () =>
          prepare(params).answer(store.reader, upstreams);
        if (what === TOO_LARGE) {
          const refused = { name: "invalidParams", message: /more than/ };
          await assert.rejects(answer(), refused);
          continue;
        }
        const text = joinChunks(await answer());
        assert.ok(text.length <= bound.bytes, `${request}: ${text.length}`);
        if (bound.items === 1) continue;
        const items = longestList(JSON.parse(text));
        assert.ok(
          items <= NODES_PER_ITEM(method) * bound.items,
          `${request}: ${items} items`,
        );
      }
    } finally {
      await store.close();
    }
  }));

/** Tree nodes come with the entries of a queue, and are bounded on their own. */
const NODES_PER_ITEM = (method: string) =>
  method === "getQueueElements" ? 10 : 1;
