import type { FastifyInstance } from "fastify";
import type { Methods } from "../method.ts";
import { renderDocsPage } from "./page.ts";
import { DOCS_SCRIPT } from "./script.ts";
import { DOCS_STYLE } from "./style.ts";

/** No external resources, no inline scripts, and requests to this server only. */
const HEADERS = {
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cache-control": "no-cache",
};

export function serveDocs(
  app: FastifyInstance,
  methods: Methods,
  version: string,
): void {
  const files = [
    ["/docs", "text/html", renderDocsPage(methods, version)],
    ["/docs.js", "text/javascript", DOCS_SCRIPT],
    ["/docs.css", "text/css", DOCS_STYLE],
  ] as const;
  for (const [path, type, text] of files)
    app.get(path, (_request, reply) => {
      const content = { "content-type": `${type}; charset=utf-8` };
      reply.headers({ ...HEADERS, ...content }).send(text);
    });
}
