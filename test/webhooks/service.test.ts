import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { createClient, type Signature } from "../../src/client/index.ts";
import { folderFor, reaches } from "../cli/liveService.ts";
import { runTachyon, type Service, startTachyon } from "../cli/tachyon.ts";
import { startSimulatedNode } from "../node/simulatedNode.ts";
import { withDatabase } from "../postgres/databases.ts";
import { World } from "../simulation/world.ts";
import { waitFor } from "../waitFor.ts";
import { accept, type Receiver, startReceiver, verify } from "./receiver.ts";

const METHOD = "getLatestCompressionSignatures";

/** A chain, a folder with a store of it, and what runs the program there. */
async function startWorld(t: TestContext, store: readonly string[] = []) {
  const world = new World(7);
  world.grow(10);
  const node = await startSimulatedNode({ blocks: () => world.chain });
  t.after(() => node.close());
  const cwd = await folderFor(t);
  const where = ["--rpc-url", node.url.href, "--port", "0", ...store];
  return {
    world,
    start: () => startTachyon(t, cwd, where),
    hook: (...args: string[]) =>
      runTachyon(cwd, ["webhook", ...args, ...store]),
  };
}

type Started = Awaited<ReturnType<typeof startWorld>>;

/** Adds a webhook for a receiver on this machine; returns its id and secret. */
async function addHook(
  { hook }: Started,
  { url }: Receiver,
  ...more: string[]
) {
  const args = ["add", METHOD, "--url", url, "--allow-private", ...more];
  const { code, stdout, stderr } = await hook(...args);
  assert.deepEqual({ code, stderr }, { code: 0, stderr: "" });
  const [id = ""] = /wh_\w+/.exec(stdout) ?? [];
  const [secret = ""] = /whsec_\S+/.exec(stdout) ?? [];
  return { id, secret };
}

/** Each message once, in the order in which it first arrived. */
function once({ arrived }: Receiver) {
  const messages = new Map<string, Receiver["arrived"][number]>();
  for (const each of arrived)
    if (!messages.has(each.id)) messages.set(each.id, each);
  return [...messages.values()];
}

/** The signatures that are left when the messages are folded into a list. */
function fold(start: readonly Signature[], receiver: Receiver): string[] {
  const list = new Set(start.map(({ signature }) => signature));
  for (const { message } of once(receiver)) {
    const { removed, added } = message.value;
    for (const { signature } of removed as Signature[])
      assert.ok(list.delete(signature), "what goes was in the list");
    for (const { signature } of added as Signature[]) {
      assert.ok(!list.has(signature), "what comes was not in the list");
      list.add(signature);
    }
  }
  return [...list].sort();
}

async function signatures(service: Service, atSlot?: number) {
  const client = createClient(await service.url());
  const all: Signature[] = [];
  const params = atSlot === undefined ? {} : { atSlot };
  for await (const item of client.getLatestCompressionSignatures(params))
    all.push(item);
  return all;
}

/** Waits until the receiver has been told of the service's newest list. */
async function catchesUp(
  receiver: Receiver,
  start: readonly Signature[],
  service: Service,
): Promise<void> {
  const expected = (await signatures(service)).map((each) => each.signature);
  await waitFor(
    "the receiver to know the list",
    () => fold(start, receiver),
    (seen) => seen.join() === expected.toSorted().join(),
    { unless: service.gone },
  );
}

test("nothing is lost, invented or out of order across kills of the service, a receiver that fails, and forks", async (t) => {
  const started = await startWorld(t);
  const { world, start, hook } = started;
  let service = await start();
  await reaches(service, world.tip.slot);
  const receiver = await startReceiver(t);
  const { id, secret } = await addHook(started, receiver);
  const before = await signatures(service);

  // Killed while messages are under way.
  receiver.behaviour = (response, attempt, received) => {
    if (attempt % 3 === 0) response.writeHead(500).end();
    else accept(response, attempt, received);
  };
  for (let kills = 0; kills < 2; kills++) {
    const seen = receiver.arrived.length;
    world.grow(6);
    await waitFor("messages", () => receiver.arrived.length > seen);
    await service.stop("SIGKILL");
    world.grow(2);
    service = await start();
    await reaches(service, world.tip.slot);
  }
  receiver.behaviour = accept;
  await catchesUp(receiver, before, service);

  world.fork(15);
  world.grow(5);
  await reaches(service, world.tip.slot);
  await catchesUp(receiver, before, service);
  assert.ok(once(receiver).some(({ message }) => message.value.undone));
  for (const message of receiver.arrived) verify(secret, message);
  // Log entries are numbered in order, and a message is repeated before the next one only.
  const numbers = receiver.arrived.map((each) => Number(each.id.split("-")[1]));
  assert.deepEqual(
    numbers,
    numbers.toSorted((a, b) => a - b),
  );

  const { stdout } = await hook("list");
  assert.match(
    stdout,
    new RegExp(
      `${id}  ${METHOD} \\{\\}  http.*  up to slot \\d+  on\\n1 webhook`,
    ),
  );
  assert.doesNotMatch(stdout, /whsec_/);
  const metrics = await (await fetch(`${await service.url()}/metrics`)).text();
  assert.match(metrics, /^tachyon_webhooks\{state="on"\} 1$/m);
  assert.match(
    metrics,
    /^tachyon_webhook_attempts_total\{outcome="delivered"\} [1-9]/m,
  );
  assert.equal((await service.stop("SIGTERM")).code, 0);
});

test("the command line adds, tests, lists and removes webhooks, and refuses what cannot work", async (t) => {
  const started = await startWorld(t);
  const { world, start, hook } = started;
  const service = await start();
  await reaches(service, world.tip.slot);
  const receiver = await startReceiver(t);
  const { id, secret } = await addHook(started, receiver);
  const tested = await hook("test", id);
  assert.match(tested.stdout, /accepted an empty change/);
  verify(secret, receiver.arrived.at(-1)!);
  const refusals = [
    [
      ["add", METHOD, "--url", "http://example.com/"],
      /--url: the URL is not https; see --allow-private/,
    ],
    [
      ["add", METHOD, "--url", "https://10.0.0.1/"],
      /--url: 10\.0\.0\.1 is not a public address/,
    ],
    [["add", METHOD], /--url is missing/],
    [
      ["add", "getCompressedAccount", "--url", "https://a.example/"],
      /getCompressedAccount.*is not a list/,
    ],
    [
      ["add", METHOD, "--url", "https://a.example/", "--owner", "x"],
      /webhook add: .*owner/,
    ],
    [
      ["add", METHOD, "--url", "https://a.example/", "--params", "[]"],
      /is not a JSON object/,
    ],
    [["add", METHOD, "--url", "https://a:b@a.example/"], /user or password/],
    [["remove", "wh_none"], /there is no webhook wh_none/],
    [["list", "more"], /use webhook add/],
  ] as const;
  for (const [args, why] of refusals) {
    const { code, stderr } = await hook(...args);
    assert.equal(code, 1);
    assert.match(stderr, why);
  }
  receiver.behaviour = (response) => response.writeHead(500).end();
  const failing = await hook("test", id);
  assert.match(failing.stderr, /the receiver answered 500/);
  assert.match((await hook("remove", id)).stdout, /^removed wh_/);
  assert.match((await hook("list")).stdout, /^0 webhooks$/m);
  await service.stop("SIGTERM");
});

test("of two services with one PostgreSQL database one delivers, and the other goes on when it is killed", (t) =>
  withDatabase(async (url) => {
    const started = await startWorld(t, ["--db-url", url]);
    const { world, start } = started;
    const first = await start();
    await reaches(first, world.tip.slot);
    const second = await start();
    await second.says(/waiting as its spare/);
    const receiver = await startReceiver(t);
    await addHook(started, receiver);
    const before = await signatures(first);
    world.grow(4);
    await reaches(first, world.tip.slot);
    await catchesUp(receiver, before, first);
    const ids = receiver.arrived.map((each) => each.id);
    assert.equal(new Set(ids).size, ids.length, "each message came once");
    await first.stop("SIGKILL");
    world.grow(4);
    await reaches(second, world.tip.slot);
    await catchesUp(receiver, before, second);
    await second.stop("SIGTERM");
  }));
