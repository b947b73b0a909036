import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import type { Socket } from "node:net";
import { suite, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { onLinux } from "../cli/tachyon.ts";
import { waitFor } from "../waitFor.ts";
import {
  askOfMany,
  askWithoutPause,
  Client,
  memoryOf,
  pushWithoutWaiting,
  quantile,
} from "./load.ts";
import {
  answersRightly,
  body,
  post,
  startPublic,
  takesConnections,
} from "./publicServer.ts";
import { closed, exchange, open, trickle } from "./sockets.ts";

const HEAD =
  "POST / HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n";

/** Owns most accounts of the demo's chain. */
const TOKEN_PROGRAM = "cTokenmWW8bLPjZEBAUgYy3zKxQZW6VKi7bqNFEVv3m";

suite("abuse", { concurrency: false }, () => {
  test("headers and bodies sent byte by byte are cut off, and other callers are served meanwhile", async (t) => {
    const { base } = await startPublic(t);
    const heads = Array.from({ length: 50 }, () =>
      trickle(base, `${HEAD}x-slow: `, 500),
    );
    const bodies = Array.from({ length: 50 }, () =>
      trickle(base, `${HEAD}content-length: 100000\r\n\r\n`, 500),
    );
    await takesConnections(base, 100);
    assert.ok(await answersRightly(base));
    const slowHeads = await Promise.all(heads);
    const slowBodies = await Promise.all(bodies);
    for (const { received } of [...slowHeads, ...slowBodies])
      assert.match(received, /^HTTP\/1\.1 408 /);
    const longest = (all: readonly { milliseconds: number }[]) =>
      (Math.max(...all.map(({ milliseconds }) => milliseconds)) / 1000).toFixed(
        1,
      );
    t.diagnostic(
      `50 slow heads gone after ${longest(slowHeads)} s, 50 slow bodies after ${longest(slowBodies)} s`,
    );
    assert.ok(await answersRightly(base));
  });

  test(
    "the server keeps responding beside ten thousand idle connections, and closes them after a while",
    onLinux,
    async (t) => {
      const most = execFileSync("sh", ["-c", "ulimit -Hn"]).toString().trim();
      const count = Math.min(
        10_000,
        (most === "unlimited" ? Infinity : Number(most)) - 500,
      );
      const { base, pid } = await startPublic(t, [
        "--max-connections",
        "12000",
      ]);
      const before = memoryOf(pid);
      const sockets: Socket[] = [];
      while (sockets.length < count)
        sockets.push(
          ...(await Promise.all(Array.from({ length: 200 }, () => open(base)))),
        );
      const started = performance.now();
      assert.ok(await answersRightly(base));
      t.diagnostic(
        `${count} idle connections: an answer in ${(performance.now() - started).toFixed(0)} ms, memory ${before} to ${memoryOf(pid)} MB`,
      );
      // The server sends each a timeout response. A client that does not read it keeps its own end open.
      for (const socket of sockets) socket.resume();
      await Promise.all(sockets.map(closed));
      t.diagnostic(
        `all closed after ${((performance.now() - started) / 1000).toFixed(1)} s`,
      );
      assert.ok(await answersRightly(base));
    },
  );

  test("connections beyond the limit are refused and the others go on", async (t) => {
    const { base } = await startPublic(t, ["--max-connections", "20"]);
    const sockets = await Promise.all(
      Array.from({ length: 40 }, () => open(base)),
    );
    await waitFor(
      "twenty connections to be refused",
      () => sockets.filter(({ destroyed }) => destroyed).length,
      (refused) => refused >= 20,
    );
    assert.equal(sockets.filter(({ destroyed }) => !destroyed).length, 20);
    for (const socket of sockets) socket.destroy();
    await waitFor("others to be let in", () => answersRightly(base));
  });

  test(
    "bodies without end and bodies too large are refused before they are held",
    onLinux,
    async (t) => {
      const { base, pid } = await startPublic(t);
      const before = memoryOf(pid);
      const announced = await exchange(
        base,
        `${HEAD}content-length: 99999999999\r\n\r\n{`,
      );
      assert.match(announced, /^HTTP\/1\.1 413 /);
      const endless = `${HEAD}transfer-encoding: chunked\r\n\r\n`;
      const chunk = `10000\r\n${" ".repeat(0x10000)}\r\n`;
      const aByteTooMany = `${endless}${chunk.repeat(16)}1\r\n \r\n`;
      assert.match(await exchange(base, aByteTooMany), /^HTTP\/1\.1 413 /);
      const socket = await open(base);
      let received = "";
      socket.on("data", (chunk: Buffer) => (received += chunk.toString()));
      socket.write(endless);
      let sent = 0;
      for (; sent < 2_000 && !socket.destroyed; sent++)
        if (!socket.write(chunk))
          await Promise.race([closed(socket), sleep(100)]);
      assert.ok(sent < 2_000, "the endless body was not cut off");
      // What is still being sent may reset the connection before the answer is read.
      assert.match(received, /^(HTTP\/1\.1 413 |$)/);
      t.diagnostic(
        `an endless body was cut off; memory ${before} to ${memoryOf(pid)} MB`,
      );
      socket.destroy();
      assert.ok(await answersRightly(base));
    },
  );

  test("huge batches, deep JSON and oversized cursors are cheap errors", async (t) => {
    const { base } = await startPublic(t);
    const asked = async (what: string, payload: string, expected: RegExp) => {
      const started = performance.now();
      const answer = await (await post(base, payload)).text();
      assert.match(answer, expected, what);
      t.diagnostic(
        `${what}: ${payload.length} bytes refused in ${(performance.now() - started).toFixed(0)} ms`,
      );
      assert.ok(await answersRightly(base));
    };
    await asked(
      "a batch of 5000",
      `[${Array(5_000).fill(body()).join(",")}]`,
      /-32600.*at most 100/,
    );
    await asked(
      "500,000 brackets",
      "[".repeat(500_000) + "]".repeat(500_000),
      /-32(600|700)/,
    );
    const deep = `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`;
    await asked(
      "100,000 objects",
      `{"jsonrpc":"2.0","id":1,"method":"getIndexerSlot","params":${deep}}`,
      /-32(600|602|700)/,
    );
    await asked(
      "a cursor of 900 KB",
      body(1, { cursor: "1".repeat(900_000) }),
      /-32602.*cursor/,
    );
    await asked(
      "filters of 900 KB",
      body(1, {
        filters: [{ memcmp: { offset: 0, bytes: "z".repeat(900_000) } }],
      }),
      /-32602.*filters/,
    );
  });

  for (const [how, push] of [
    ["asks again as soon as it is refused", false],
    ["sends without waiting for answers", true],
  ] as const)
    test(
      `a flood from one address that ${how} is turned away, and another keeps its answers`,
      onLinux,
      async (t) => {
        const { base } = await startPublic(t, ["--rate-limit", "200"]);
        const quiet = new Client(base, "127.0.0.3");
        const alone = await quiet.askOften(body(10), 60, 40);
        const flood = push
          ? pushWithoutWaiting(base, "127.0.0.2", body(1000), 32)
          : askWithoutPause(base, "127.0.0.2", body(1000), 32);
        const during = await quiet.askOften(body(10), 60, 40);
        await flood.stop();
        quiet.close();
        for (const answer of [...alone, ...during])
          assert.equal(answer.text, alone[0]!.text);
        const answered = flood.statuses.get(200) ?? 0;
        const refused = flood.statuses.get(429) ?? 0;
        t.diagnostic(
          `p99 of a caller: ${quantile(alone, 0.99)} ms alone, ${quantile(during, 0.99)} ms beside the flood, of which ${answered} were answered and ${refused} refused`,
        );
        // Ten seconds' worth were saved up, and one request of each connection was on its way when they were spent.
        assert.ok(answered <= 2_000 / 21 + 32 + 200, String(answered));
        assert.ok(refused > 0);
        assert.ok(await answersRightly(base));
      },
    );

  test("overload rejects expensive calls with -32005, answers the others correctly, and ends without aftereffects", async (t) => {
    // The page cache could serve the same page without overload.
    const { base } = await startPublic(t, ["--page-cache-mb", "0"]);
    const quiet = new Client(base);
    const alone = await quiet.askOften(body(10), 60, 20);
    const expensive = body(1000, { owner: TOKEN_PROGRAM });
    const full = (await quiet.ask(expensive)).text;
    const loud = askOfMany(base, expensive, 800);
    await waitFor(
      "a thousand calls to be shed",
      () => loud.counts,
      ({ shed }) => shed >= 1_000,
    );
    const during = await quiet.askOften(body(10), 60, 20);
    await loud.stop();
    for (const { text } of alone) assert.equal(text, alone[0]!.text);
    // On a machine that is busy with other things, too, small calls may be shed like the others.
    const small = during.filter(({ text }) => !text.includes("-32005"));
    assert.ok(small.length > during.length / 2);
    for (const { text } of small) assert.equal(text, alone[0]!.text);
    const { answered, shed, other } = loud.counts;
    assert.ok(answered > 0);
    assert.equal(other, 0, "each was refused or answered in full");
    t.diagnostic(
      `800 callers of full pages: ${answered} answered, ${shed} shed; p50 and p99 of small calls ${quantile(alone, 0.5)} and ${quantile(alone, 0.99)} ms before, ${quantile(during, 0.5)} and ${quantile(during, 0.99)} ms meanwhile`,
    );
    await waitFor(
      "the large page to be served again",
      async () => (await quiet.ask(expensive)).text,
      (text) => text === full,
    );
    quiet.close();
    const metrics = await (await fetch(`${base}/metrics`)).text();
    const counted = /^tachyon_shed_total (\d+)$/m.exec(metrics)![1];
    assert.ok(Number(counted) >= shed);
    assert.ok(await answersRightly(base));
  });

  test("no path leads to a file that is not a page", async (t) => {
    const { base } = await startPublic(t);
    const paths = [
      "/../package.json",
      "/%2e%2e/package.json",
      "/..%2fpackage.json",
      "/explorer.js/../../../package.json",
      "//etc/passwd",
      "/..\\..\\package.json",
      "/%00",
      "/explorer.js%00.html",
      "/....//package.json",
      "/index.html/../../cli/main.ts",
      "/%c0%ae%c0%ae/package.json",
      "file:///etc/passwd",
    ];
    for (const path of paths) {
      const answer = await exchange(
        base,
        `GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`,
      );
      assert.match(answer, /^HTTP\/1\.1 40[04] /, path);
      assert.doesNotMatch(answer, /"dependencies"|root:|import /, path);
    }
    assert.ok(await answersRightly(base));
  });

  test("nothing a caller sends becomes a header of the answer", async (t) => {
    const { base } = await startPublic(t);
    const attempts = [
      `POST /%0d%0ax-evil:%201 HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${body().length}\r\nconnection: close\r\n\r\n${body()}`,
      `OPTIONS / HTTP/1.1\r\nhost: localhost\r\norigin: https://a\r\naccess-control-request-headers: x\r\n x-evil: 1\r\nconnection: close\r\n\r\n`,
      "GET /%0d%0ax-evil:1 HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n",
      "GET / HTTP/1.1\r\nhost: localhost\r\nx: a\nx-evil: 1\r\nconnection: close\r\n\r\n",
    ];
    for (const attempt of attempts) {
      const [head = ""] = (await exchange(base, attempt)).split("\r\n\r\n", 1);
      assert.match(head, /^HTTP\/1\.1 \d{3} /);
      assert.doesNotMatch(head, /x-evil/i, attempt);
    }
    const twice = `${HEAD}content-length: 5\r\ncontent-length: 6\r\n\r\n{}`;
    assert.match(await exchange(base, twice), /^HTTP\/1\.1 400 /);
    const both = `${HEAD}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`;
    assert.match(await exchange(base, both), /^HTTP\/1\.1 400 /);
    const large = `GET / HTTP/1.1\r\nhost: localhost\r\nx-large: ${"a".repeat(100_000)}\r\n\r\n`;
    assert.match(await exchange(base, large), /^HTTP\/1\.1 431 /);
    assert.ok(await answersRightly(base));
  });
});
