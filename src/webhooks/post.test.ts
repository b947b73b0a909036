import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { makeCertificate } from "../../test/serve/certificate.ts";
import { accept, startReceiver } from "../../test/webhooks/receiver.ts";
import { createPoster, type Message, type PosterOptions } from "./post.ts";
import { isPublicAddress } from "./publicAddress.ts";

const CHUNK = Buffer.alloc(65_536);
const never = new AbortController().signal;
const message = (url: string, allowPrivate = false): Message => ({
  ...{ url, allowPrivate, body: "{}" },
  headers: { "webhook-id": "1", connection: "close" },
});

const posting = async (
  sent: Message,
  options: PosterOptions = {},
): Promise<number> => {
  const poster = createPoster(options);
  try {
    return await poster.post(sent, never);
  } finally {
    poster.close();
  }
};

test("addresses that are not public are known as such", () => {
  const refused = [
    ...["127.0.0.1", "127.255.0.9", "10.1.2.3", "172.16.0.1", "172.31.255.255"],
    ...["192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "224.0.0.1"],
    ...["255.255.255.255", "198.18.0.1", "192.0.2.7", "::1", "::", "fe80::1"],
    ...["fc00::1", "fd12::1", "ff02::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1"],
    ...[
      "64:ff9b::7f00:1",
      "2001::1",
      "2001:db8::1",
      "2002:7f00:1::",
      "::7f00:1",
    ],
    ...["not an address", ""],
  ];
  for (const address of refused)
    assert.equal(isPublicAddress(address), false, address);
  for (const address of [
    "1.1.1.1",
    "172.32.0.1",
    "8.8.8.8",
    "2606:4700::1111",
    "2a00:1450::1",
  ])
    assert.equal(isPublicAddress(address), true, address);
});

test("nothing is sent to plain HTTP or to an address that is not public, however it is written", async () => {
  const urls = [
    "http://example.com/",
    ...["https://127.0.0.1/", "https://0x7f.1/", "https://2130706433/"],
    ...[
      "https://[::1]/",
      "https://[::ffff:7f00:1]/",
      "https://169.254.169.254/",
    ],
    "https://localhost/",
  ];
  for (const url of urls)
    await assert.rejects(
      posting(message(url)),
      /not https|not a public address/,
      url,
    );
});

test("the addresses of a name are checked at every attempt, and the connection goes to the checked one", async (t) => {
  const { receiver, ca } = await startTlsReceiver(t);
  const answers = ["127.0.0.1", "127.0.0.2", "127.0.0.1"];
  let asked = 0;
  const poster = createPoster({
    ...{ ca, isAllowed: (address) => address === "127.0.0.1" },
    resolve: () => Promise.resolve([{ address: answers[asked++]!, family: 4 }]),
  });
  t.after(() => {
    poster.close();
  });
  const url = `https://receiver.test:${receiver.port}/hook`;
  const send = () => poster.post(message(url), never);
  assert.equal(await send(), 204);
  await assert.rejects(
    send(),
    /receiver\.test is 127\.0\.0\.2, which is not a public address/,
  );
  assert.equal(await send(), 204);
  assert.equal(receiver.arrived.length, 2);
});

test("a name with one address that is not public is refused", async () => {
  const resolve = () =>
    Promise.resolve([
      { address: "1.1.1.1", family: 4 },
      { address: "10.0.0.1", family: 4 },
    ]);
  await assert.rejects(
    posting(message("https://receiver.test/"), { resolve }),
    /receiver\.test is 10\.0\.0\.1, which/,
  );
});

test("a connection that a webhook with --allow-private has opened is not used by another", async (t) => {
  const { receiver, ca } = await startTlsReceiver(t, "localhost");
  const resolve = () => Promise.resolve([{ address: "127.0.0.1", family: 4 }]);
  const poster = createPoster({ ca, resolve });
  t.after(() => {
    poster.close();
  });
  const url = `https://localhost:${receiver.port}/hook`;
  const kept = { ...message(url, true), headers: { "webhook-id": "1" } };
  assert.equal(await poster.post(kept, never), 204);
  await assert.rejects(
    poster.post({ ...kept, allowPrivate: false }, never),
    /not a public address/,
  );
  assert.equal(receiver.arrived.length, 1);
});

test("a redirect is the answer, and is not followed", async (t) => {
  const other = await startReceiver(t);
  const receiver = await startReceiver(t, (response) => {
    response.writeHead(307, { location: other.url }).end();
  });
  assert.equal(await posting(message(receiver.url, true)), 307);
  assert.equal(other.arrived.length, 0);
});

test("an answer without end, of any length, or none at all ends within the time limit", async (t) => {
  const options = { timeoutMs: 300 };
  const endless = await startReceiver(t, (response) => {
    const write = (): void => {
      while (!response.destroyed && response.write(CHUNK));
    };
    response.writeHead(200).on("drain", write);
    write();
  });
  assert.equal(await posting(message(endless.url, true), options), 200);
  const dripping = await startReceiver(t, (response) => {
    response.writeHead(200).write("a");
  });
  assert.equal(await posting(message(dripping.url, true), options), 200);
  const silent = await startReceiver(t, () => undefined);
  await assert.rejects(
    posting(message(silent.url, true), options),
    /no answer within 0\.3 s/,
  );
  const upgrading = await startReceiver(t, ({ socket }) =>
    socket!.write(
      "HTTP/1.1 101 Go\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n",
    ),
  );
  assert.equal(await posting(message(upgrading.url, true), options), 101);
  await assert.rejects(
    posting(message("http://127.0.0.1:1/", true), options),
    /ECONNREFUSED/,
  );
});

async function startTlsReceiver(t: TestContext, name = "receiver.test") {
  const folder = mkdtempSync(join(tmpdir(), "tachyon-webhook-"));
  t.after(() => {
    rmSync(folder, { recursive: true });
  });
  const files = makeCertificate(folder, name);
  const [cert, key] = [readFileSync(files.cert), readFileSync(files.key)];
  const receiver = await startReceiver(t, accept, 0, { cert, key });
  return { receiver, ca: cert.toString() };
}
