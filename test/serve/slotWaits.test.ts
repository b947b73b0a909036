// Requests with minContextSlot, sent to the real program while it follows a chain.
import assert from "node:assert/strict";
import { test as testOnce, type TestContext } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { follow, folderFor, reaches } from "../cli/liveService.ts";
import { type Service, startTachyon } from "../cli/tachyon.ts";
import { startSimulatedNode } from "../node/simulatedNode.ts";
import { World } from "../simulation/world.ts";
import { test, type WithUrl } from "../store/eachEngine.ts";
import { withStorePath as sqlite } from "../store/withStore.ts";
import { waitFor } from "../waitFor.ts";
import { post } from "./publicServer.ts";

const METHOD = "getLatestCompressionSignatures";
/** Longer than any test takes. */
const PATIENT = ["--max-wait-ms", "600000"];

const callOf = (minContextSlot: unknown, id = 1, method = METHOD) => ({
  ...{ jsonrpc: "2.0", id, method },
  params: { minContextSlot },
});

interface Answer {
  readonly id: number;
  readonly result?: { readonly context: { readonly slot: number } };
  readonly error?: {
    readonly code: number;
    readonly message: string;
    readonly data?: { readonly contextSlot: number };
  };
}

async function ask(
  base: string,
  slot: number,
  signal: AbortSignal | null = null,
): Promise<Answer> {
  const response = await fetch(base, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(callOf(slot)),
    signal,
  });
  return (await response.json()) as Answer;
}

async function askBatch(base: string, slots: readonly number[]) {
  const calls = slots.map((slot, id) => callOf(slot, id));
  const response = await post(base, JSON.stringify(calls));
  return (await response.json()) as Answer[];
}

async function metric(base: string, name: string): Promise<number> {
  const text = await (await fetch(`${base}/metrics`)).text();
  const line = text.split("\n").find((each) => each.startsWith(`${name} `));
  return Number(line?.split(" ").at(-1) ?? 0);
}

/** Waits until this many requests wait. */
async function areWaiting({ gone, base }: Live, count: number): Promise<void> {
  await waitFor(
    `${count} requests to wait`,
    () => metric(base, "tachyon_slot_waiting_requests"),
    (waiting) => waiting === count,
    { unless: gone },
  );
}

interface Live extends Service {
  readonly base: string;
  readonly world: World;
}

/** The program, following a chain of 20 blocks that the test makes longer. */
async function startLive(
  t: TestContext,
  withUrl: WithUrl,
  args: readonly string[],
  work: (live: Live, url: string) => Promise<void>,
): Promise<void> {
  const world = new World(7);
  world.grow(20);
  const node = await startSimulatedNode({ blocks: () => world.chain });
  t.after(() => node.close());
  await withUrl(async (url) => {
    const service = await follow(t, node, ["--db-url", url, ...args]);
    await reaches(service, world.tip.slot);
    const live = { ...service, base: await service.url(), world };
    try {
      await work(live, url);
    } finally {
      await service.stop("SIGTERM");
    }
  });
}

/** A program that only answers from the store. */
async function startReader(
  t: TestContext,
  url: string,
  args: readonly string[],
): Promise<Omit<Live, "world">> {
  const only = ["--disable-indexing", "--db-url", url, "--port", "0"];
  const service = await startTachyon(t, await folderFor(t), [...only, ...args]);
  return { ...service, base: await service.url() };
}

/** Asks for the slot after the tip, lets the block come once the request waits, and returns the answer's slot. */
async function slotWaitedFor(live: Live, at: Live | Omit<Live, "world">) {
  const slot = live.world.tip.slot + 1;
  const answer = ask(at.base, slot);
  await areWaiting(at as Live, 1);
  live.world.grow(1);
  const { result, error } = await answer;
  assert.equal(error, undefined);
  assert.ok(result!.context.slot >= slot);
}

test("a request for the next slot waits for its block, and its answer is from that slot or later", (_withStore, withUrl, t) =>
  startLive(t, withUrl, PATIENT, async (live) => {
    await slotWaitedFor(live, live);
    const { slot } = live.world.tip;
    assert.equal((await ask(live.base, slot)).result?.context.slot, slot);
    const reached = 'tachyon_slot_waits_total{outcome="reached"}';
    assert.equal(await metric(live.base, reached), 1);
  }));

test("workers, and a process that only answers, wait for blocks that another process indexes", (_withStore, withUrl, t) =>
  startLive(t, withUrl, ["--workers", "2", ...PATIENT], async (live, url) => {
    await slotWaitedFor(live, live);
    const reader = await startReader(t, url, PATIENT);
    await slotWaitedFor(live, reader);
    await reader.stop("SIGTERM");
  }));

test("a slot that does not come in time is -32016, which says where the index is", (_withStore, withUrl, t) =>
  startLive(t, withUrl, ["--max-wait-ms", "400"], async ({ base, world }) => {
    const { slot } = world.tip;
    const refused = {
      code: -32016,
      message: "Minimum context slot has not been reached",
      data: { contextSlot: slot },
    };
    const started = performance.now();
    assert.deepEqual((await ask(base, slot + 1)).error, refused);
    assert.ok(performance.now() - started >= 390);
    const expired = 'tachyon_slot_waits_total{outcome="expired"}';
    assert.equal(await metric(base, expired), 1);
    // 400 ms are one slot.
    assert.deepEqual((await ask(base, slot + 20)).error, refused);
    const tooFar = 'tachyon_slot_waits_total{outcome="too_far_ahead"}';
    assert.equal(await metric(base, tooFar), 1);
    assert.equal(await metric(base, expired), 1);
  }));

test("the calls of a batch wait together, as long as one request", (_withStore, withUrl, t) =>
  startLive(t, withUrl, PATIENT, async (live) => {
    const { slot } = live.world.tip;
    const slots = [slot + 2, slot + 1, slot, slot + 3];
    const answers = askBatch(live.base, slots);
    await areWaiting(live, 1);
    while (live.world.tip.slot < slot + 3) live.world.grow(1);
    for (const { id, result } of await answers)
      assert.ok(result!.context.slot >= slots[id]!);
  }));

testOnce("ten calls of a batch that all expire take the time of one", (t) =>
  startLive(t, sqlite, ["--max-wait-ms", "4000"], async ({ base, world }) => {
    const started = performance.now();
    const slots = Array.from({ length: 10 }, () => world.tip.slot + 1);
    const answers = await askBatch(base, slots);
    assert.ok(answers.every(({ error }) => error?.code === -32016));
    // One after the other, they would take 40 seconds.
    assert.ok(performance.now() - started < 30_000);
  }),
);

testOnce("with --max-wait-ms 0 nothing waits", (t) =>
  startLive(t, sqlite, ["--max-wait-ms", "0"], async ({ base, world }) => {
    const { slot } = world.tip;
    assert.equal((await ask(base, slot)).result?.context.slot, slot);
    assert.equal((await ask(base, slot + 1)).error?.code, -32016);
  }),
);

const waitAWhile = () => sleep(300, null);

const FULL = /^Not able to answer now: too many requests/;

testOnce(
  "beyond the bounds requests are -32005; one that leaves frees its place",
  (t) => {
    const bounds = ["--max-waiting", "3", "--max-waiting-per-caller", "2"];
    const counted = ["--rate-limit", "1000000"];
    return startLive(
      t,
      sqlite,
      [...bounds, ...counted, ...PATIENT],
      async (live) => {
        const { base, world } = live;
        const slot = world.tip.slot + 1;
        const [first, second] = [new AbortController(), new AbortController()];
        const left = ask(base, slot, first.signal).catch(() => "left");
        const stays = ask(base, slot, second.signal);
        await areWaiting(live, 2);
        const { error } = await ask(base, slot);
        assert.equal(error?.code, -32005);
        assert.match(error.message, /of this caller are waiting for a slot/);
        assert.match(error.message, FULL);
        first.abort();
        assert.equal(await left, "left");
        await areWaiting(live, 1);
        const next = ask(base, slot);
        await areWaiting(live, 2);
        world.grow(1);
        for (const answer of [stays, next])
          assert.ok((await answer).result!.context.slot >= slot);
        await areWaiting(live, 0);
      },
    );
  },
);

testOnce(
  "the bound on all waits counts those of every worker, and others are answered meanwhile",
  (t) => {
    const bounds = ["--max-waiting", "3", "--workers", "2"];
    return startLive(t, sqlite, [...bounds, ...PATIENT], async (live) => {
      const { base, world } = live;
      const slot = world.tip.slot + 1;
      const waiting = [1, 2, 3].map(() => ask(base, slot));
      await areWaiting(live, 3);
      // Workers exchange their counts ten times a second.
      const isFull = async () => {
        const gone = new AbortController();
        const asked = ask(base, slot, gone.signal).catch(() => null);
        const one = await Promise.race([asked, waitAWhile()]);
        gone.abort();
        return one?.error?.code === -32005;
      };
      await waitFor("both workers to refuse", async () => {
        const all = await Promise.all(Array.from({ length: 8 }, isFull));
        return all.every(Boolean);
      });
      assert.equal((await ask(base, slot - 1)).result?.context.slot, slot - 1);
      world.grow(1);
      for (const answer of waiting)
        assert.ok((await answer).result!.context.slot >= slot);
    });
  },
);

test("a stop answers those that wait", (_withStore, withUrl, t) =>
  startLive(t, withUrl, PATIENT, async (live) => {
    const { slot } = live.world.tip;
    const waiting = ask(live.base, slot + 1);
    await areWaiting(live, 1);
    const stopped = live.stop("SIGTERM");
    assert.deepEqual((await waiting).error?.data, { contextSlot: slot });
    assert.equal((await stopped).code, 0);
  }));

testOnce("a stop answers those that wait at workers", (t) =>
  startLive(t, sqlite, ["--workers", "1", ...PATIENT], async (live) => {
    const { slot } = live.world.tip;
    const waiting = ask(live.base, slot + 1);
    await areWaiting(live, 1);
    const stopped = live.stop("SIGTERM");
    assert.deepEqual((await waiting).error?.data, { contextSlot: slot });
    assert.equal((await stopped).code, 0);
  }),
);
