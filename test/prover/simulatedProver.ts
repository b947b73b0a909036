import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestContext } from "node:test";
import { text } from "node:stream/consumers";
import type { CompressedProof } from "../../src/domain/prover.ts";
import { decompressG1, decompressG2 } from "./groth16.ts";

export interface Asked {
  readonly body: string;
  readonly headers: IncomingMessage["headers"];
  readonly path: string;
}

export interface Reply {
  readonly status: number;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An HTTP server in the place of a prover: `reply` says what each request to /prove is answered with. */
export async function simulateProver(
  t: TestContext,
  reply: (asked: Asked, count: number) => Reply | Promise<Reply>,
) {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      if (request.method === "GET") {
        response.end('{"status":"ok"}');
        return;
      }
      const body = await text(request);
      const { headers, url: path = "" } = request;
      asked.push({ body, headers, path });
      const answer = await reply(asked.at(-1)!, asked.length);
      response.writeHead(answer.status, answer.headers).end(answer.body);
    })();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const close = (): void => {
    server.close();
    server.closeAllConnections();
  };
  t.after(close);
  const { port } = server.address() as AddressInfo;
  return { url: new URL(`http://127.0.0.1:${port}`), asked, close };
}

/** A proof as a prover writes it, before it is compressed. */
export function uncompressed({ a, b, c }: CompressedProof): string {
  const [A, B, C] = [
    decompressG1(a).negate(),
    decompressG2(b),
    decompressG1(c),
  ];
  const hex = (value: bigint) => `0x${value.toString(16)}`;
  return JSON.stringify({
    ar: [A.x, A.y].map(hex),
    bs: [B.x, B.y].map(({ c0, c1 }) => [c1, c0].map(hex)),
    krs: [C.x, C.y].map(hex),
  });
}
