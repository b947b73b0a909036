import { createHash } from "node:crypto";
import { constants, brotliCompressSync, gzipSync } from "node:zlib";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { ExplorerFile } from "../explorer/files.ts";

/** Nothing but the page's own files, no inline script or style, no framing, and no string ever becomes script. */
const CONTENT_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join("; ");

const PAGE_HEADERS = {
  "content-security-policy": CONTENT_POLICY,
  "cross-origin-opener-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=()",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
} as const;

type Encoding = "br" | "gzip" | "identity";

/** A file compressed once, when the server starts. */
interface Prepared {
  readonly type: string;
  readonly tag: string;
  readonly bodies: Readonly<Record<Encoding, Buffer>>;
}

/** Serves the explorer. Browsers revalidate each file and receive it only if it changed. */
export function servePages(
  app: FastifyInstance,
  files: readonly ExplorerFile[],
): void {
  for (const file of files) {
    const prepared = prepare(file);
    app.get(file.path, (request, reply) => {
      send(request, reply, prepared);
    });
  }
}

function prepare({ type, bytes }: ExplorerFile): Prepared {
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
  const digest = createHash("sha256").update(bytes).digest("base64url");
  return {
    type,
    tag: `"${digest.slice(0, 22)}"`,
    bodies: {
      br: brotliCompressSync(bytes, quality),
      gzip: gzipSync(bytes, { level: 9 }),
      identity: bytes,
    },
  };
}

function send(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { type, tag, bodies }: Prepared,
): void {
  reply.headers(PAGE_HEADERS).headers({
    etag: tag,
    "cache-control": "no-cache",
    vary: "accept-encoding",
  });
  if (headers["if-none-match"] === tag) {
    reply.code(304).send();
    return;
  }
  const encoding = chooseEncoding(headers["accept-encoding"] ?? "");
  if (encoding !== "identity") reply.header("content-encoding", encoding);
  reply.header("content-type", type).send(bodies[encoding]);
}

function chooseEncoding(accepted: string): Encoding {
  if (/\bbr\b/.test(accepted)) return "br";
  return /\bgzip\b/.test(accepted) ? "gzip" : "identity";
}
