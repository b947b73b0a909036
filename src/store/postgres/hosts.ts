// A URL may name several servers, `postgres://user@a,b:5433/database`, of which one is the primary at any time.

import { StoreError } from "../errors.ts";

const PARTS = /^(\w+:\/\/(?:[^/]*@)?)([^/?]*)(\/[^?]*)?/;

/** Up to the last @, also where the password breaks the URL apart. */
const CREDENTIALS = /^.*@/s;
const SCHEME = /^\w+:\/\//;
const ENDS_THE_SERVER = /[/?#]/;

/** One URL for each server the URL names. */
export function eachHost(url: string): string[] {
  assertEncoded(url);
  const [, before = "", hosts = ""] = PARTS.exec(url) ?? [];
  const rest = url.slice(before.length + hosts.length);
  return hosts.split(",").map((host) => before + host + rest);
}

/** Parts of a password would be taken for a server, a port or a database, and errors would show them. */
function assertEncoded(url: string): void {
  const [credentials = ""] = CREDENTIALS.exec(url.replace(SCHEME, "")) ?? [];
  if (!ENDS_THE_SERVER.test(credentials)) return;
  throw new StoreError(
    `${serverName(url)} cannot be used: in the URL of a PostgreSQL store write / as %2F, ? as %3F, # as %23 and @ as %40 in a password`,
  );
}

/** Server and database of a URL, without its password. */
export function serverName(url: string): string {
  const shown = withoutCredentials(url).replace(SCHEME, "");
  return `postgres://${shown.split(/[?#]/, 1)[0]!}`;
}

/** The URL as it is, or only what follows the user and the password. */
export function withoutCredentials(url: string): string {
  return url.replace(CREDENTIALS, "");
}
