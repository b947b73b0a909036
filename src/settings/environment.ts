import { nearest } from "./nearest.ts";
import type { Environment, Flags } from "./readFlags.ts";
import { UsageError } from "./usageError.ts";

/** The store that a worker process serves. The program sets it for its workers; all other settings are flags. */
export const STORE_VARIABLE = "TACHYON_WORKER_STORE";

const INTERNAL: readonly string[] = [STORE_VARIABLE];

/** The variable of a flag: TACHYON_RPC_URL for rpc-url. */
export function variableOf(flag: string): string {
  return `TACHYON_${flag.toUpperCase().replaceAll("-", "_")}`;
}

/**
 * Otherwise a misspelt variable would be ignored, and the service would run with a default that the operator did not
 * choose.
 */
export function refuseUnknownVariables(
  flagTables: readonly Flags[],
  environment: Environment,
): void {
  const known = flagTables.flatMap((flags) =>
    Object.entries(flags).flatMap(([name, { formerly }]) =>
      [name, ...(formerly === undefined ? [] : [formerly])].map(variableOf),
    ),
  );
  for (const [name, value] of Object.entries(environment)) {
    if (!name.startsWith("TACHYON_") || !value) continue;
    if (known.includes(name) || INTERNAL.includes(name)) continue;
    if (isContainerLink(name, value)) continue;
    const close = nearest(name, known);
    const hint = close ? `did you mean ${close}?` : "see --help";
    throw new UsageError(`unknown environment variable ${name}; ${hint}`);
  }
}

/** Kubernetes and Docker describe a service named "tachyon" to neighbouring containers in variables like these. */
export function isContainerLink(name: string, value: string): boolean {
  return (
    /^TACHYON_(SERVICE_(HOST|PORT)|PORT_\d+_)/.test(name) ||
    (name === "TACHYON_PORT" && /^(tcp|udp):\/\//.test(value))
  );
}
