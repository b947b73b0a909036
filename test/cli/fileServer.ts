import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestContext } from "node:test";

export async function serveFile(
  t: TestContext,
  answer: RequestListener,
): Promise<URL> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return new URL(`http://127.0.0.1:${port}/it`);
}

/** A file server that closes the connection after `most` bytes of a response. */
export function breaking(
  file: () => { bytes: Buffer; etag: string },
  most: number,
  asked: (string | undefined)[],
): RequestListener {
  return (request, response) => {
    const { range, "if-range": ifRange } = request.headers;
    asked.push(range);
    const { bytes, etag } = file();
    const from = ifRange === etag ? Number(/\d+/.exec(range!)![0]) : 0;
    const rest = bytes.subarray(from);
    if (from > 0 && rest.length === 0) {
      const all = { "content-range": `bytes */${bytes.length}` };
      response.writeHead(416, all).end();
      return;
    }
    response.writeHead(from > 0 ? 206 : 200, {
      etag,
      "content-length": rest.length,
      ...(from > 0 && {
        "content-range": `bytes ${from}-${bytes.length - 1}/${bytes.length}`,
      }),
    });
    response.write(rest.subarray(0, most), () => {
      if (rest.length > most) setTimeout(() => response.destroy(), 30);
      else response.end();
    });
  };
}
