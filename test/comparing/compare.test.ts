import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { test } from "node:test";
import {
  compare,
  type CompareOptions,
  type Comparison,
} from "../../src/comparing/compare.ts";
import {
  comparisonJson,
  renderComparison,
} from "../../src/comparing/comparisonText.ts";
import type { FindingName } from "../../src/comparing/findings.ts";
import { METHODS } from "../../src/client/api.ts";
import { type Keys, KINDS } from "../../src/comparing/keys.ts";
import { planRequests } from "../../src/comparing/requests.ts";
import { withServedChain } from "../clients/servedChain.ts";
import { followers } from "./followers.ts";
import { FAULTS, faultyServer } from "./faultyServer.ts";

const CHAIN = "programs-400";
const SMALL = {
  keys: { keys: 3, seed: 1 },
  rate: 100_000,
  timeoutMs: 60_000,
  maxPages: 20,
  rounds: 3,
  signal: new AbortController().signal,
} satisfies Partial<CompareOptions>;

/** A finding by its name and the server it is about. */
function namesOf({ findings }: Comparison): string[] {
  const names = findings.map(({ name, server }) => `${name} ${server ?? ""}`);
  return [...new Set(names)].sort();
}

test("two servers with the same state do not differ, and every method is compared", async () => {
  await withServedChain(CHAIN, async ({ url, called }) => {
    const comparison = await compare({ ...SMALL, urls: [url, url] });
    assert.deepEqual(namesOf(comparison), []);
    assert.equal(comparison.stopped, null);
    const asked = comparison.methods.map(({ method }) => method);
    assert.deepEqual([...called].sort(), [...asked].sort());
    for (const { method, asked, same } of comparison.methods)
      assert.equal(same, asked, method);
  });
});

/** Each fault of the stand-in, and what is said about it. */
const EXPECTED: readonly (readonly [FindingName, string])[] = [
  ["losesRows", "losesRows B"],
  ["repeatsRows", "repeatsRows B"],
  ["holdersOfZero", "holdersOfZero B"],
  ["rounds", "rounds B"],
  ["orderByOwner", "orderByOwner "],
  ["errorCode", "errorCode "],
  ["notServed", "notServed B"],
  ["different", "different "],
  ["malformed", "malformed B"],
];

test("each fault of a server is reported, and nothing else", async (t) => {
  await withServedChain(CHAIN, async ({ url }) => {
    for (const [name, expected] of EXPECTED)
      await t.test(name, async (t) => {
        const fault = FAULTS[name as keyof typeof FAULTS];
        const other = await faultyServer(t, url, fault);
        const comparison = await compare({ ...SMALL, urls: [url, other] });
        assert.deepEqual(namesOf(comparison), [expected]);
        assert.equal(comparison.stopped, null);
        const text = renderComparison(comparison);
        assert.match(text, new RegExp(`curl -s '${other}'`));
        const parsed = JSON.parse(comparisonJson(comparison)) as Comparison;
        assert.equal(parsed.findings.length, comparison.findings.length);
      });
  });
});

test("a server that answers late, breaks connections or stays at another slot ends the comparison with the reason", async (t) => {
  await withServedChain(CHAIN, async ({ url }) => {
    const reasons = {
      slow: [/^B no longer answers: no answer within 0.3 s$/, ["slow B"]],
      unreachable: [/^B no longer answers: /, ["unreachable B"]],
      otherSlot: [/different slots/, ["otherSlot "]],
    } as const;
    for (const [name, [reason, found]] of Object.entries(reasons)) {
      const fault = FAULTS[name as keyof typeof reasons];
      const other = await faultyServer(t, url, fault);
      const timeoutMs = name === "slow" ? 300 : SMALL.timeoutMs;
      const how = { ...SMALL, timeoutMs, keys: { ...NO_KEYS, hashes: ["1"] } };
      const comparison = await compare({ ...how, urls: [url, other] });
      assert.match(comparison.stopped ?? "", reason);
      assert.deepEqual(namesOf(comparison), found);
    }
  });
});

const NO_KEYS = {
  owners: [],
  tokenOwners: [],
  mints: [],
  delegates: [],
  addresses: [],
  hashes: [],
  signatures: [],
  trees: [],
};

test("the text names the seed that repeats the run", async () => {
  const urls = ["http://127.0.0.1:1", "http://127.0.0.1:1"] as const;
  const keys = { keys: 1, seed: 77 };
  const comparison = await compare({ ...SMALL, urls, keys });
  assert.match(renderComparison(comparison), /^keys with --seed 77$/m);
});

test("without keys, the reason is said", async (t) => {
  await withServedChain(CHAIN, async ({ url }) => {
    const without = await faultyServer(t, url, ({ method }, text) =>
      method === "getLatestCompressionSignatures" ? "<html>" : text,
    );
    const urls = [without, url] as const;
    await assert.rejects(compare({ ...SMALL, urls }), {
      name: "NoKeys",
      message: /^no keys were found: /,
    });
  });
});

test("a server that does not exist is reported before the comparison", async () => {
  await withServedChain(CHAIN, async ({ url }) => {
    const urls = [url, "http://127.0.0.1:1"] as const;
    const comparison = await compare({ ...SMALL, urls });
    assert.match(
      comparison.stopped ?? "",
      /ECONNREFUSED|127\.0\.0\.1:1|bad port/,
    );
    assert.deepEqual(namesOf(comparison), ["unreachable B"]);
  });
});

test("two servers that index the same chain, one a block behind the other, do not differ", async () => {
  await followers(CHAIN, async ({ urls, behind }) => {
    const comparison = await compare({ ...SMALL, urls, rounds: 30 });
    assert.deepEqual(namesOf(comparison), []);
    assert.equal(comparison.stopped, null);
    assert.ok(behind() > 0, "the second server was behind meanwhile");
  });
});

test("every method is asked about if there are keys of every kind", () => {
  const keys = Object.fromEntries(KINDS.map((kind) => [kind, ["key"]]));
  const planned = planRequests(keys as unknown as Keys);
  const asked = new Set(planned.map(({ method }) => method));
  const left = Object.keys(METHODS).filter((method) => !asked.has(method));
  // The first request of every run.
  assert.deepEqual(left, ["getIndexerSlot"]);
});

test("a seed repeats a run", async () => {
  await withServedChain(CHAIN, async ({ url }) => {
    const asked: string[][] = [];
    for (const seed of [5, 5, 6]) {
      const sent: string[] = [];
      const { fetch: real } = globalThis;
      globalThis.fetch = (target, init) => {
        sent.push(init!.body as string);
        return real(target, init);
      };
      const keys = { keys: 3, seed };
      await compare({ ...SMALL, keys, urls: [url, url] });
      globalThis.fetch = real;
      asked.push([...new Set(sent)].sort());
    }
    assert.deepEqual(asked[0], asked[1]);
    assert.notDeepEqual(asked[0], asked[2]);
  });
});

test("the comparing folder imports nothing of the server: only its own files, the client, the reader of bounded answers and Node's modules", () => {
  const folder = new URL("../../src/comparing/", import.meta.url).pathname;
  for (const file of readdirSync(folder, { recursive: true }).map(String)) {
    if (!file.endsWith(".ts")) continue;
    const path = join(folder, file);
    const source = readFileSync(path, "utf8");
    for (const [, from] of source.matchAll(/from "([^"]+)"/g)) {
      const imported = relative(folder, join(dirname(path), from!));
      const known =
        !imported.startsWith("..") ||
        imported.startsWith("../client/") ||
        imported === "../codecs/boundedText.ts";
      assert.ok(from!.startsWith("node:") || known, `${file}: ${from!}`);
    }
  }
});
