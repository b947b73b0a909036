import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { childrenOf } from "../../test/cli/tachyon.ts";
import type { Target } from "./target.ts";
import { sumOf, type Usage, usageOf } from "./usage.ts";

const MAIN = join(import.meta.dirname, "../../src/cli/main.ts");

/** The flags of `npm start`. */
export const START_FLAGS = ["--no-parallel-scavenge"];

/** The program as operators start it. */
export async function startService(
  name: string,
  args: readonly string[],
): Promise<Target & { readonly pid: number }> {
  const own = ["--port", "0", "--log-format", "json"];
  const all = [...START_FLAGS, MAIN, ...args, ...own];
  const child = spawn(process.execPath, all, {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const port = await servedPort(child.stdout);
  return {
    name,
    port,
    pid: child.pid!,
    usage: () => Promise.resolve(servingUsage(child.pid!)),
    stop: async () => {
      const exited = once(child, "exit");
      child.kill("SIGTERM");
      await exited;
    },
  };
}

/** The port that the service's log says it listens on. */
export async function servedPort(log: NodeJS.ReadableStream): Promise<number> {
  const lines = createInterface(log);
  for await (const line of lines) {
    const { url } = JSON.parse(line) as { url?: string };
    if (url === undefined) continue;
    log.resume();
    return Number(new URL(url).port);
  }
  throw new Error("the service ended before it was listening");
}

/** The processes of its workers, or its own if it has none. */
function servingUsage(pid: number): Usage {
  const workers = childrenOf(pid);
  return sumOf((workers.length > 0 ? workers : [pid]).map(usageOf));
}
