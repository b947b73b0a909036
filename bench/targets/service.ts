import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Target } from "./target.ts";
import { sumOf, type Usage, usageOf } from "./usage.ts";

const MAIN = join(import.meta.dirname, "../../src/cli/main.ts");

/** The program itself, as an operator starts it, with workers that serve a store. */
export async function startService(
  name: string,
  args: readonly string[],
): Promise<Target & { readonly pid: number }> {
  const all = [MAIN, ...args, "--port", "0", "--log-format", "json"];
  const child = spawn(process.execPath, all, {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const port = await servedPort(child.stdout);
  return {
    name,
    port,
    pid: child.pid!,
    usage: () => Promise.resolve(usageOfWorkers(child.pid!)),
    stop: async () => {
      const exited = once(child, "exit");
      child.kill("SIGTERM");
      await exited;
    },
  };
}

async function servedPort(log: NodeJS.ReadableStream): Promise<number> {
  const lines = createInterface(log);
  for await (const line of lines) {
    const { url } = JSON.parse(line) as { url?: string };
    if (url === undefined) continue;
    log.resume();
    return Number(new URL(url).port);
  }
  throw new Error("the service ended before it listened");
}

function usageOfWorkers(pid: number): Usage {
  const listed = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8");
  return sumOf(listed.trim().split(/\s+/).map(Number).map(usageOf));
}
