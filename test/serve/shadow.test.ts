import assert from "node:assert/strict";
import { request, type IncomingHttpHeaders } from "node:http";
import { text } from "node:stream/consumers";
import { test, type TestContext } from "node:test";
import { listening } from "../comparing/listening.ts";
import { waitFor } from "../waitFor.ts";
import { body, post, type PublicServer, startPublic } from "./publicServer.ts";

/** What the shadow server was sent. */
interface Sent {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A shadow server that notes what it gets, and answers with the text of `answer`, or never. */
async function shadowServer(t: TestContext, answer: () => string | null) {
  const sent: Sent[] = [];
  const url = await listening(t, (incoming, response) => {
    void text(incoming).then((content) => {
      sent.push({ headers: incoming.headers, body: content });
      const answered = answer();
      if (answered !== null) response.end(answered);
    });
  });
  return { url, sent };
}

function startShadowed(
  t: TestContext,
  url: string,
  more: readonly string[] = [],
): Promise<PublicServer> {
  const rate = ["--shadow-rate", "1000"];
  const share = ["--shadow-share", "1"];
  return startPublic(t, ["--shadow-url", url, ...share, ...rate, ...more]);
}

/** The samples of a metric, by their labels. */
async function samples({ base }: PublicServer, name: string) {
  const metrics = await (await fetch(`${base}/metrics`)).text();
  const lines = metrics.matchAll(
    new RegExp(`^${name}(?:\\{(.*)\\})? (\\d+)$`, "gm"),
  );
  return new Map([...lines].map(([, labels = "", n]) => [labels, Number(n)]));
}

const CALLS = "tachyon_shadow_calls_total";
const SKIPPED = "tachyon_shadow_skipped_total";
const BY_OWNER = 'method="getCompressedAccountsByOwner"';

async function counts(service: PublicServer, labels: string, count: number) {
  await waitFor(
    `${count} calls with ${labels}`,
    () => samples(service, CALLS),
    (found) => (found.get(labels) ?? 0) >= count,
    { unless: service.gone },
  );
}

const LATEST =
  '{"jsonrpc":"2.0","id":1,"method":"getLatestCompressionSignatures","params":{"limit":1000}}';

const SAME = `${BY_OWNER},meaning="same",kind="same"`;

test("requests of the fast path and the router, batches too, are asked of the other server and counted", async (t) => {
  const plain = await startPublic(t);
  const { base } = plain;
  const service = await startShadowed(t, base);
  await post(service.base);
  await counts(service, SAME, 1);
  const type = { "content-type": "application/json; charset=UTF-8" };
  await post(service.base, body(2), type);
  await counts(service, SAME, 2);
  await post(service.base, `[${body(1)},${body(2)}]`);
  await counts(service, SAME, 4);
  assert.deepEqual(await samples(service, SKIPPED), new Map());
  // The requests that a server is asked twice are not shadowed by it again.
  const both = await startShadowed(t, service.base);
  await post(both.base);
  await counts(both, SAME, 1);
  assert.equal((await samples(service, CALLS)).get(SAME), 4);
});

test("what differs is counted by its kind, and logged with the hashes of both answers", async (t) => {
  const answer =
    '{"jsonrpc":"2.0","id":1,"result":{"context":{"slot":SLOT},"value":{"items":[],"cursor":null}}}';
  const slot = "1020";
  const { url } = await shadowServer(t, () => answer.replace("SLOT", slot));
  const service = await startShadowed(t, url);
  await post(service.base);
  await counts(
    service,
    `${BY_OWNER},meaning="difference",kind="rowMissing"`,
    1,
  );
  const line = await service.says(/^shadow/);
  assert.match(
    line,
    /^shadow {3}getCompressedAccountsByOwner: an item is in one list only: not in B: \S+ \(hashes: A, this server, [0-9a-f]{16}; B, the other, [0-9a-f]{16}\)$/,
  );
  assert.equal(await service.levelOf(/^shadow/), 40);
});

test("workers share the counters", async (t) => {
  const { base } = await startPublic(t);
  const service = await startShadowed(t, base, ["--workers", "2"]);
  for (let i = 0; i < 8; i++) await post(service.base);
  await counts(service, SAME, 8);
});

test("callers have their answers while the other server hangs, and what would wait for it is skipped", async (t) => {
  const { url, sent } = await shadowServer(t, () => null);
  const service = await startShadowed(t, url);
  for (let i = 0; i < 40; i++)
    assert.equal((await post(service.base)).status, 200);
  const skipped = await samples(service, SKIPPED);
  assert.equal(skipped.get('reason="busy"'), 32);
  const inFlight = await samples(service, "tachyon_shadow_in_flight");
  assert.equal(inFlight.get(""), 8);
  await waitFor("the requests in flight", () => sent.length === 8);
  const { code } = await service.stop("SIGTERM");
  assert.equal(code, 0);
});

test("not more is asked than --shadow-rate, and long answers are not compared", async (t) => {
  const { base } = await startPublic(t);
  const service = await startShadowed(t, base, ["--shadow-rate", "1"]);
  for (let i = 0; i < 10; i++) await post(service.base);
  const skipped = await samples(service, SKIPPED);
  assert.ok(skipped.get('reason="rate"')! > 0);
  await post(service.base, `[${Array<string>(100).fill(LATEST).join(",")}]`);
  const later = await samples(service, SKIPPED);
  assert.equal(later.get('reason="too_large"'), 1);
});

test("a share of 0 asks nothing", async (t) => {
  const { url, sent } = await shadowServer(t, () => "{}");
  const service = await startShadowed(t, url, ["--shadow-share", "0"]);
  await post(service.base);
  assert.deepEqual(await samples(service, CALLS), new Map());
  assert.deepEqual(sent, []);
});

test("the log says when the other server stops to answer, and when it answers again", async (t) => {
  let answers = false;
  const answer = '{"jsonrpc":"2.0","id":1,"result":7}';
  const { url } = await shadowServer(t, () => (answers ? answer : "<html>"));
  const service = await startShadowed(t, url);
  const slot = '{"jsonrpc":"2.0","id":1,"method":"getIndexerSlot"}';
  await post(service.base, slot);
  await service.says(/^shadow {3}http:\S+: an answer that is not of this API/);
  answers = true;
  await post(service.base, slot);
  await service.says(/^shadow {3}http:\S+ answers again$/);
});

const KEYS = { authorization: "Bearer caller-1", "x-api-key": "caller-2" };

test("keys of callers stay here, unless --shadow-forward-keys passes them on", async (t) => {
  const { url, sent } = await shadowServer(t, () => "{}");
  const keeping = await startShadowed(t, url);
  await post(
    `${keeping.base}/caller-3-in-the-path?api-key=caller-4`,
    body(),
    KEYS,
  );
  await waitFor("a request", () => sent.length > 0);
  assert.doesNotMatch(JSON.stringify(sent), /caller-/);
  const passing = await startShadowed(t, url, ["--shadow-forward-keys"]);
  sent.length = 0;
  await post(passing.base, body(), KEYS);
  await waitFor("a request", () => sent.length > 0);
  const { authorization, "x-api-key": key } = sent[0]!.headers;
  assert.deepEqual({ authorization, "x-api-key": key }, KEYS);
  sent.length = 0;
  await waitFor("the end of the first", async () => {
    const inFlight = await samples(passing, "tachyon_shadow_in_flight");
    return inFlight.get("") === 0;
  });
  await post(`${passing.base}/?api-key=caller-4`);
  await waitFor("a request", () =>
    sent.some(({ headers }) => headers["x-api-key"] === "caller-4"),
  );
});

test("a caller that leaves while its call waits for a slot holds no place", async (t) => {
  const { url, sent } = await shadowServer(t, () => "{}");
  const service = await startShadowed(t, url, ["--max-wait-ms", "600000"]);
  const head = { "content-type": "application/json" };
  const waiting = request(service.base, { method: "POST", headers: head });
  waiting.on("error", () => undefined).end(body(1, { minContextSlot: 1025 }));
  const waits = (name: string, labels: string) => async () =>
    (await samples(service, `tachyon_slot_${name}`)).get(labels) === 1;
  await waitFor("the call to wait", waits("waiting_requests", ""));
  waiting.destroy();
  const left = waits("waits_total", 'outcome="caller_left"');
  await waitFor("the caller to be missed", left);
  const inFlight = await samples(service, "tachyon_shadow_in_flight");
  assert.deepEqual([inFlight.get(""), sent.length], [0, 0]);
});
