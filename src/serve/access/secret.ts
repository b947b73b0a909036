import type { IncomingMessage } from "node:http";

/** Shorter segments of a path are names and versions; no key is that short. */
const SHORTEST = 16;

/** Where a request may carry a key, most explicit first: a header, the query, a segment of the path. */
export function* secretsIn(request: IncomingMessage): Generator<string> {
  const { headers, url = "/" } = request;
  const bearer = /^bearer (.+)$/i.exec(headers.authorization ?? "")?.[1];
  if (bearer) yield bearer.trim();
  const named = headers["x-api-key"];
  if (typeof named === "string") yield named;
  const [path = "", query = ""] = url.split("?", 2);
  const asked = new URLSearchParams(query).get("api-key");
  if (asked) yield asked;
  // A method's name is the last segment; a key stands before it.
  for (const segment of path.split("/", 8))
    if (segment.length >= SHORTEST && !segment.startsWith("get")) yield segment;
}
