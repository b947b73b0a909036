import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { servedPort, START_FLAGS } from "../targets/service.ts";
import type { Turns } from "./watchLoop.ts";

const MAIN = join(import.meta.dirname, "../../src/cli/main.ts");
const WATCH = join(import.meta.dirname, "watchLoop.ts");

export interface Asked extends Turns {
  readonly bytes: number;
  /** The code of the error, or null for a result. */
  readonly error: number | null;
}

/** The program as operators start it, with its event loop measured. */
export async function startWatched(args: readonly string[]) {
  const own = ["--port", "0", "--log-format", "json", "--disable-indexing"];
  const flags = [...START_FLAGS, "--import", WATCH];
  const child = spawn(process.execPath, [...flags, MAIN, ...args, ...own], {
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  const port = await servedPort(child.stdout!);
  const tell = async (message: string): Promise<unknown> => {
    const answered = once(child, "message");
    child.send(message);
    return (await answered)[0];
  };
  return {
    ask: async (body: string): Promise<Asked> => {
      await tell("watch");
      const response = await fetch(`http://127.0.0.1:${port}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body,
      });
      const text = await response.text();
      const turns = (await tell("report")) as Turns;
      return { ...turns, bytes: text.length, error: errorIn(text) };
    },
    stop: async () => {
      const exited = once(child, "exit");
      child.kill("SIGTERM");
      await exited;
    },
  };
}

/** Near the start or the end, where answers without a result have it. */
function errorIn(text: string): number | null {
  const found = /"error":\{"code":(-\d+)/.exec(text.slice(0, 200));
  return found ? Number(found[1]) : null;
}
