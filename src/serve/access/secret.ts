import type { IncomingMessage } from "node:http";

/** Shorter path segments are names and versions, never keys. */
const SHORTEST = 16;

/** The possible keys of a request, most explicit first: a header, the query, a path segment. */
export function* secretsIn(request: IncomingMessage): Generator<string> {
  const { headers, url = "/" } = request;
  const bearer = /^bearer (.+)$/i.exec(headers.authorization ?? "")?.[1];
  if (bearer) yield bearer.trim();
  const named = headers["x-api-key"];
  if (typeof named === "string") yield named;
  const [path = "", query = ""] = url.split("?", 2);
  const asked = new URLSearchParams(query).get("api-key");
  if (asked) yield asked;
  // The last segment is a method name; a key comes before it.
  for (const segment of path.split("/", 8))
    if (segment.length >= SHORTEST && !segment.startsWith("get")) yield segment;
}
