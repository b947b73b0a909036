import { isIP } from "node:net";
import { isLoopback } from "./callers.ts";

export interface HostOptions {
  /** The address the server listens on. */
  readonly host: string;
  readonly trustProxy: boolean;
  /** Names that the operator allowed; null for none. */
  readonly allowed: readonly string[] | null;
}

/**
 * Which Host headers to answer. A web page can point its own name at a loopback address and then read answers as if
 * they came from its own server (DNS rebinding), so a server that only this machine can reach answers only to known
 * names. Addresses are safe: they cannot be pointed elsewhere.
 */
export function acceptHost(
  options: HostOptions,
): (host: string | undefined) => boolean {
  const { host, trustProxy, allowed } = options;
  const isLocal = host === "localhost" || isLoopback(host);
  // A proxy may pass on the name that the caller asked for.
  if (!allowed && (!isLocal || trustProxy)) return () => true;
  const names = new Set(
    ["localhost", host, ...(allowed ?? [])].map((name) => name.toLowerCase()),
  );
  // Nearly all requests of a service carry the same Host, so the last accepted one is not parsed again.
  // Only HTTP/1.0 has no Host, and no browser speaks it.
  let accepted: string | null = null;
  return (header) => {
    if (header === undefined || header === accepted) return true;
    const isAccepted = isKnown(nameIn(header), names);
    if (isAccepted) accepted = header;
    return isAccepted;
  };
}

function isKnown(name: string, names: ReadonlySet<string>): boolean {
  return names.has(name) || isIP(name) !== 0;
}

/** Without the port, the brackets of an IPv6 address and the dot that may end a name. */
function nameIn(header: string): string {
  const name = header.trim().toLowerCase().replace(/:\d*$/, "");
  return name.replace(/^\[(.*)\]$/, "$1").replace(/\.$/, "");
}
