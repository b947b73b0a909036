import type { IncomingMessage } from "node:http";

/** The API key of a caller, as headers for another server. A key in the query becomes a header as well. */
export function keyHeaders(request: IncomingMessage): Record<string, string> {
  const { headers, url = "/" } = request;
  const { authorization, "x-api-key": named } = headers;
  const [, query = ""] = url.split("?", 2);
  const key = named ?? new URLSearchParams(query).get("api-key");
  return {
    ...(authorization !== undefined && { authorization }),
    ...(typeof key === "string" && { "x-api-key": key }),
  };
}
