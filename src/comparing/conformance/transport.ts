import {
  assert,
  assertError,
  assertSame,
  type Check,
  type Envelope,
  type Probe,
} from "./probe.ts";

const SLOT = "getIndexerSlot";
const BODY = JSON.stringify({ jsonrpc: "2.0", id: 1, method: SLOT });

export const transportChecks: readonly Check[] = [
  {
    title: "POST to the method's own path is answered",
    run: (probe) => assertAnswers(probe, SLOT),
  },
  {
    title: "POST to any other path is answered, also with a query",
    run: async (probe) => {
      for (const path of ["", "v0/some-key", "v0/some-key/"])
        await assertAnswers(probe, path);
    },
  },
  {
    title: "a path that names another method than the body is -32600",
    run: async (probe) => {
      const answer = await probe.call(SLOT, {}, "getIndexerHealth");
      assertError(answer, -32600);
    },
  },
  {
    title: "errors come with HTTP 200 and content type application/json",
    run: async (probe) => {
      const body = BODY.replace(SLOT, "getNothing");
      const { status, headers } = await probe.send({ body });
      assertSame(status, 200);
      const type = headers.get("content-type") ?? "none";
      assert(type.startsWith("application/json"), `content type ${type}`);
    },
  },
  {
    title: "GET on a method is 405",
    run: async (probe) => {
      const path = "getCompressedAccountsByOwner";
      const { status } = await probe.send({ verb: "GET", path });
      assertSame(status, 405);
    },
  },
  {
    title:
      "application/json with a charset is accepted, another content type is 415",
    run: async (probe) => {
      const type = "application/json; charset=utf-8";
      const taken = await probe.send({ body: BODY, headers: typed(type) });
      assertSame(taken.status, 200);
      const text = { body: BODY, headers: typed("text/plain") };
      assertSame((await probe.send(text)).status, 415);
    },
  },
];

const ORIGIN = "https://wallet.example";
const HEADERS = ["content-type", "solana-client", "authorization"];

export const corsChecks: readonly Check[] = [
  {
    title: "web pages of any origin may read answers, errors too",
    run: async (probe) => {
      for (const body of [BODY, "{"]) {
        const headers = { ...typed("application/json"), origin: ORIGIN };
        assertAllows((await probe.send({ body, headers })).headers);
      }
    },
  },
  {
    title: "a preflight allows POST with the headers that clients send",
    run: async (probe) => {
      const headers = {
        origin: ORIGIN,
        "access-control-request-method": "POST",
        "access-control-request-headers": HEADERS.join(","),
      };
      const answer = await probe.send({ verb: "OPTIONS", headers });
      assert(answer.status < 300, `HTTP status ${answer.status}`);
      assertAllows(answer.headers);
      const list = (name: string) =>
        (answer.headers.get(name) ?? "").toLowerCase();
      const methods = list("access-control-allow-methods");
      assert(/post|\*/.test(methods), `allows the methods "${methods}"`);
      const allowed = list("access-control-allow-headers");
      for (const name of HEADERS)
        assert(
          allowed.includes(name) || allowed === "*",
          `does not allow the header ${name}`,
        );
    },
  },
];

function typed(type: string): Record<string, string> {
  return { "content-type": type };
}

async function assertAnswers(probe: Probe, path: string): Promise<void> {
  const { result } = (await probe.post(BODY, path)) as Envelope;
  assert(result !== undefined, `no result at /${path}`);
}

function assertAllows(headers: Headers): void {
  const allowed = headers.get("access-control-allow-origin");
  const allows = allowed === "*" || allowed === ORIGIN;
  assert(allows, `access-control-allow-origin is ${allowed ?? "not there"}`);
}
