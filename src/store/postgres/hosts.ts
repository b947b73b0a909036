// A URL may name several servers, `postgres://user@a,b:5433/database`, of which one is the primary at any time.

const PARTS = /^(\w+:\/\/(?:[^/]*@)?)([^/?]*)(\/[^?]*)?/;

/** The same URL for each of the servers it names. */
export function eachHost(url: string): string[] {
  const [, before = "", hosts = ""] = PARTS.exec(url) ?? [];
  const rest = url.slice(before.length + hosts.length);
  return hosts.split(",").map((host) => before + host + rest);
}

/** Where a URL leads, without the password in it. */
export function serverName(url: string): string {
  const [, , hosts = "", path = ""] = PARTS.exec(url) ?? [];
  return `postgres://${hosts}${path}`;
}
