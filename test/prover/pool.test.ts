import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test, type TestContext } from "node:test";
import { encodeBase58 } from "../../src/codecs/base58.ts";
import {
  NoCircuit,
  ProverRefused,
  ProverUnavailable,
  type Statement,
} from "../../src/domain/prover.ts";
import { asAddress, asHash } from "../../src/domain/values.ts";
import { ProverPool } from "../../src/prover/proverPool.ts";
import { bytesOf, claimOf } from "./answeredProof.ts";
import { recordedProof } from "./recordedProof.ts";
import { type Reply, simulateProver, uncompressed } from "./simulatedProver.ts";

const recorded = recordedProof();
const good: Reply = { status: 200, body: uncompressed(bytesOf(recorded)) };
const failure = (status: number, message: string): Reply => ({
  status,
  body: JSON.stringify({ code: "any", message }),
});

const bytes = (value: number) => new Uint8Array(32).fill(value, 31);
const node = (value: number) => asHash(bytes(value));

function statement(accounts: number, addresses = 0, version = 2): Statement {
  const path = (height: number) =>
    Array.from({ length: height }, (_, level) => node(level));
  const [state, address] = version === 2 ? [32, 40] : [26, 26];
  return {
    accounts: Array.from({ length: accounts }, (_, i) => ({
      ...{ leaf: node(i + 1), leafIndex: i, root: node(9) },
      siblings: path(state),
    })),
    addresses: Array.from({ length: addresses }, (_, i) => ({
      address: asAddress(bytes(i + 1)),
      low: {
        ...{ leafIndex: 0, value: asAddress(bytes(0)), nextIndex: 1 },
        nextValue: asAddress(bytes(255)),
      },
      ...{ siblings: path(address), root: node(8) },
    })),
  };
}

function pool(urls: readonly URL[], more = {}): ProverPool {
  return new ProverPool({ urls, apiKey: null, concurrency: 2, ...more });
}

/** What is kept from callers. */
function causeOf(error: Error): string {
  return (error.cause as Error).message;
}

const stays = new AbortController().signal;
/** A port where nothing listens: the simulated prover there has closed. */
async function deadUrl(t: TestContext): Promise<URL> {
  const { url, close } = await simulateProver(t, () => good);
  close();
  return url;
}

test("a proof is negated and compressed byte for byte like the reference's", async (t) => {
  const { url, asked } = await simulateProver(t, () => good);
  const proof = await pool([url]).prove(statement(1), stays);
  assert.deepEqual(proof, bytesOf(recorded));
  assert.equal(asked[0]!.path, "/prove");
});

test("the API key is sent in a header, and a prover may have a path", async (t) => {
  const { url, asked } = await simulateProver(t, () => good);
  const under = new URL("some/path/", url);
  await pool([under], { apiKey: "secret" }).prove(statement(1), stays);
  assert.equal(asked[0]!.path, "/some/path/prove");
  assert.equal(asked[0]!.headers.authorization, "Bearer secret");
});

test("a V2 request carries the hash of its public inputs, a V1 request does not", async (t) => {
  const { url, asked } = await simulateProver(t, () => good);
  const prover = pool([url]);
  await prover.prove(statement(2, 1), stays);
  await prover.prove(statement(2, 1, 1), stays);
  const [second, first] = asked.map(
    ({ body }) => JSON.parse(body) as Record<string, unknown>,
  );
  assert.equal(second!.circuitType, "combined");
  assert.equal(second!.stateTreeHeight, 32);
  assert.equal(second!.addressTreeHeight, 40);
  const roots = [node(9), node(9), node(8)].map(encodeBase58);
  const leaves = [node(1), node(2), node(1)].map(encodeBase58);
  const { inputs } = claimOf({ roots, leaves }, 2, 2);
  assert.equal(BigInt(String(second!.publicInputHash)), inputs[0]);
  assert.equal(first!.stateTreeHeight, 26);
  assert.ok(!("publicInputHash" in first!));
});

test("sizes and mixes without a circuit are refused before the prover is asked", async (t) => {
  const { url, asked } = await simulateProver(t, () => good);
  const prover = pool([url]);
  const mixed = {
    accounts: [...statement(1).accounts, ...statement(1, 0, 1).accounts],
    addresses: [],
  };
  const versions = {
    accounts: statement(1, 0, 1).accounts,
    addresses: statement(0, 1, 2).addresses,
  };
  const cases: [Statement, RegExp][] = [
    [statement(5, 0, 1), /5 accounts of V1 trees; .* for 1, 2, 3, 4, 8$/],
    [statement(21), /21 accounts of V2 trees; .* for 1 to 20$/],
    [statement(0, 33), /33 addresses of V2 trees; .* for 1 to 32$/],
    [statement(1, 3, 1), /1 account and 3 addresses of V1 trees; .*4 accounts/],
    [mixed, /same height, but they have heights 32 and 26/],
    [versions, /accounts and addresses in trees of different versions/],
  ];
  for (const [asked, message] of cases)
    await assert.rejects(prover.prove(asked, stays), (error: Error) => {
      assert.ok(error instanceof NoCircuit);
      assert.match(error.message, message);
      return true;
    });
  assert.equal(asked.length, 0);
});

test("a request that times out or fails is sent to the prover once more, but not a third time", async (t) => {
  for (const status of [408, 500, 503]) {
    const recovers = await simulateProver(t, (_, count) =>
      count === 1 ? failure(status, "busy") : good,
    );
    await pool([recovers.url]).prove(statement(1), stays);
    assert.equal(recovers.asked.length, 2);
    const broken = await simulateProver(t, () => failure(status, "busy"));
    const refused = pool([broken.url]).prove(statement(1), stays);
    await assert.rejects(refused, (error: Error) => {
      assert.ok(error instanceof ProverUnavailable);
      assert.match(causeOf(error), new RegExp(`HTTP ${status}: busy`));
      return true;
    });
    assert.equal(broken.asked.length, 2);
  }
});

test("every prover is asked before one that failed is asked again", async (t) => {
  const failing = [
    await simulateProver(t, () => failure(500, "busy")),
    await simulateProver(t, () => failure(503, "busy")),
  ];
  const working = await simulateProver(t, () => good);
  const urls = failing.map(({ url }) => url);
  await pool([...urls, working.url]).prove(statement(1), stays);
  assert.deepEqual(
    failing.map(({ asked }) => asked.length),
    [1, 1],
  );
  await assert.rejects(
    pool(urls).prove(statement(1), stays),
    ProverUnavailable,
  );
  assert.deepEqual(
    failing.map(({ asked }) => asked.length),
    [3, 2],
  );
});

test("a rejection by the prover is returned and not retried", async (t) => {
  const { url, asked } = await simulateProver(t, () =>
    failure(400, "no key for this size"),
  );
  const other = await simulateProver(t, () => good);
  const refused = pool([url, other.url]).prove(statement(1), stays);
  await assert.rejects(refused, (error: Error) => {
    assert.ok(error instanceof ProverRefused);
    assert.equal(error.message, "no key for this size");
    return true;
  });
  assert.equal(asked.length + other.asked.length, 1);
});

test("when a prover cannot be reached the next one is used, and stays preferred", async (t) => {
  const dead = await deadUrl(t);
  const alive = await simulateProver(t, () => good);
  const prover = pool([dead, alive.url]);
  await prover.prove(statement(1), stays);
  await prover.prove(statement(2), stays);
  assert.equal(alive.asked.length, 2);
  assert.equal(prover.trouble, null);
  assert.equal(prover.counts.failed, 0);
});

test("unreachable provers are named in the error, and tried again later", async (t) => {
  const dead = await deadUrl(t);
  const prover = pool([dead]);
  const failed = prover.prove(statement(1), stays);
  await assert.rejects(failed, (error: Error) => {
    assert.equal(error.message, "no prover answers");
    assert.match(causeOf(error), /127\.0\.0\.1:\d+: ECONNREFUSED/);
    return true;
  });
  assert.match(prover.trouble!, /ECONNREFUSED/);
  const silent = await simulateProver(t, () => new Promise(() => undefined));
  const hasty = pool([silent.url], { timeoutMs: 50 });
  await assert.rejects(hasty.prove(statement(1), stays), ProverUnavailable);
  assert.match(hasty.trouble!, /no answer in time/);
  await hasty.look();
  assert.equal(hasty.trouble, null);
});

test("an answer that is not a proof is a fault of the prover", async (t) => {
  const beyond = `0x${"f".repeat(64)}`;
  const pair = ["0x1", beyond];
  const point = ["0x1", "0x2"];
  const halved = { ar: point, bs: [["0x1"], point], krs: point };
  const answers = ["<html>", "null", "{}", { ar: pair }, halved];
  for (const answer of answers) {
    const body = typeof answer === "string" ? answer : JSON.stringify(answer);
    const { url } = await simulateProver(t, () => ({ status: 200, body }));
    const failed = pool([url]).prove(statement(1), stays);
    await assert.rejects(failed, (error: Error) => {
      assert.match(causeOf(error), /its answer is not a proof/);
      return true;
    });
  }
});

test("an answer without end is cut off, and the prover counts as failed", async (t) => {
  const server = createServer((request, response) => {
    request.resume();
    const more = (): void => {
      while (response.write("x".repeat(2 ** 16)));
    };
    response.on("drain", more);
    more();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  const prover = pool([new URL(`http://127.0.0.1:${port}`)]);
  const failed = prover.prove(statement(1), stays);
  await assert.rejects(failed, (error: Error) => {
    assert.match(causeOf(error), /its answer has more than 65536 bytes/);
    return true;
  });
  await prover.look();
  assert.match(prover.trouble!, /more than 65536 bytes/);
});

test("a redirect is not followed, so that neither statement nor key leaves the prover", async (t) => {
  const other = await simulateProver(t, () => good);
  const { url } = await simulateProver(t, () => ({
    ...{ status: 307, body: "" },
    headers: { location: new URL("/prove", other.url).href },
  }));
  const failed = pool([url]).prove(statement(1), stays);
  await assert.rejects(failed, (error: Error) => {
    assert.match(causeOf(error), /HTTP 307/);
    return true;
  });
  assert.equal(other.asked.length, 0);
});

/** A prover that withholds its responses until released. */
async function slowProver(t: TestContext) {
  const held: (() => void)[] = [];
  const arrivals = new EventTarget();
  const { url, asked } = await simulateProver(
    t,
    () =>
      new Promise<Reply>((resolve) => {
        held.push(() => {
          resolve(good);
        });
        arrivals.dispatchEvent(new Event("arrived"));
      }),
  );
  const answerNext = async (): Promise<void> => {
    if (held.length === 0) await once(arrivals, "arrived");
    held.shift()!();
  };
  return { url, asked, answerNext };
}

test("identical statements share one proof, and no more run at a time than asked for", async (t) => {
  const { url, asked, answerNext } = await slowProver(t);
  const prover = pool([url], { concurrency: 1 });
  const same = [1, 2, 3].map(() => prover.prove(statement(1), stays));
  const other = prover.prove(statement(2), stays);
  assert.deepEqual([prover.running, prover.waiting], [1, 1]);
  await answerNext();
  await Promise.all(same);
  await answerNext();
  await other;
  assert.equal(asked.length, 2);
});

test("a cancelled call leaves the queue, unless others wait for the same proof", async (t) => {
  const { url, asked, answerNext } = await slowProver(t);
  const prover = pool([url], { concurrency: 1 });
  const first = prover.prove(statement(1), stays);
  const leaving = new AbortController();
  const left = prover.prove(statement(2), leaving.signal);
  const shared = [leaving.signal, stays].map((signal) =>
    prover.prove(statement(3), signal),
  );
  assert.equal(prover.waiting, 2);
  leaving.abort();
  await assert.rejects(left, /the caller has disconnected/);
  await assert.rejects(shared[0]!, /the caller has disconnected/);
  assert.equal(prover.waiting, 1);
  await answerNext();
  await first;
  await answerNext();
  await shared[1];
  assert.equal(asked.length, 2);
});

test("a full queue rejects further calls", async (t) => {
  const { url, answerNext } = await slowProver(t);
  const prover = pool([url], { concurrency: 1, maxWaiting: 1 });
  const taken = [1, 2].map((size) => prover.prove(statement(size), stays));
  await assert.rejects(prover.prove(statement(3), stays), (error: Error) => {
    assert.ok(error instanceof ProverUnavailable);
    assert.match(error.message, /too many proofs are waiting/);
    return true;
  });
  await answerNext();
  await answerNext();
  await Promise.all(taken);
});
