// PostgreSQL's programs as child processes that do not outlive the tests.
import { spawn } from "node:child_process";
import { constants } from "node:os";
import type { RunAs } from "./programs.ts";

export interface Running {
  /** When it has ended, or could not be started, with what it printed last. */
  readonly ended: Promise<Ended>;
  readonly kill: (signal: NodeJS.Signals) => void;
}

export interface Ended {
  readonly code: number | null;
  readonly output: string;
}

const KEPT_OUTPUT = 20_000;
const running = new Set<Running>();

process.once("exit", () => {
  for (const each of running) each.kill("SIGQUIT");
});
// The test runner sends more than one signal, and the second must not end what the first has begun.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => void endAll(128 + constants.signals[signal]));
}

/** Their folders are removed when this process ends, so they end first. */
async function endAll(code: number): Promise<void> {
  const ends = Array.from(running, ({ kill, ended }) => {
    kill("SIGQUIT");
    return ended;
  });
  await Promise.all(ends);
  process.exit(code);
}

export function run(
  program: string,
  args: readonly string[],
  runAs: RunAs,
): Running {
  const child = spawn(program, args, {
    ...runAs,
    cwd: "/", // the other user may not be able to enter ours
    env: { ...process.env, LC_ALL: "C" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (chunk: string) => {
      output = (output + chunk).slice(-KEPT_OUTPUT);
    });
  }
  const ended = new Promise<Ended>((resolve) => {
    child.once("close", (code: number | null) => {
      resolve({ code, output });
    });
    child.once("error", ({ message }) => {
      resolve({ code: null, output: message });
    });
  });
  const each: Running = { ended, kill: (signal) => void child.kill(signal) };
  running.add(each);
  void ended.then(() => running.delete(each));
  return each;
}
