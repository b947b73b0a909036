import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import type { TestContext } from "node:test";
import { waitFor } from "../waitFor.ts";

const main = resolve(import.meta.dirname, "../../src/cli/main.ts");
/** A start takes a second or two, and ten times as long beside other work. */
const LONG_WAIT = { withinMs: 120_000 };

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Service {
  readonly pid: number;
  /** The first line of its log that matches, past or future. Fails if the process ends without one. */
  says(pattern: RegExp): Promise<string>;
  /** The level of that line, as pino counts: 30 info, 40 warning, 50 error. */
  levelOf(pattern: RegExp): Promise<number>;
  /** The URL it serves at. */
  url(): Promise<string>;
  stop(signal: NodeJS.Signals): Promise<Pick<Ended, "code" | "stderr">>;
  /** Waits until it ends by itself. */
  end(): Promise<Pick<Ended, "code" | "stderr">>;
  /** Rejects with what it printed when it ends: a wait for what it should do is pointless then. */
  readonly gone: Promise<never>;
}

interface LogLine {
  readonly level: number;
  readonly msg: string;
}

type Variables = Readonly<Record<string, string>>;

function launch(
  cwd: string,
  args: readonly string[],
  more: Variables,
  program = main,
) {
  const env = { ...process.env, ...more };
  const child = spawn(process.execPath, [program, ...args], {
    cwd,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const exit = once(child, "exit").then(([code]) => code as number | null);
  return { child, exit };
}

/** Runs the real program until it ends on its own. */
export async function runTachyon(
  cwd: string,
  args: readonly string[],
  env: Variables = {},
): Promise<Ended> {
  const { child, exit } = launch(cwd, args, env);
  const printed = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const)
    child[name].setEncoding("utf8").on("data", (chunk: string) => {
      printed[name] += chunk;
    });
  let closed = false;
  child.once("close", () => (closed = true));
  const command = `tachyon ${args.join(" ")}`;
  try {
    await waitFor(
      `${command} to end`,
      () => ({ closed, ...printed }),
      (seen) => seen.closed,
      LONG_WAIT,
    );
  } finally {
    child.kill("SIGKILL");
  }
  return { code: await exit, ...printed };
}

/** Starts the real program, or an installed copy of it. It is stopped at the end of the test at the latest. */
export async function startTachyon(
  t: TestContext,
  cwd: string,
  args: readonly string[],
  env: Variables = {},
  program = main,
): Promise<Service> {
  const all = [...args, "--log-format", "json"];
  const { child, exit } = launch(cwd, all, env, program);
  t.after(async () => {
    child.kill("SIGKILL");
    await exit;
  });
  const log: LogLine[] = [];
  const lastLines = () => log.slice(-20).map(({ msg }) => msg);
  const lines = createInterface(child.stdout).on("line", (line) => {
    log.push(JSON.parse(line) as LogLine);
  });
  const ending = Promise.all([exit, text(child.stderr), once(lines, "close")]);
  const ended = ending.then(([code, stderr]) => ({ code, stderr }));
  const gone = ended.then(({ code, stderr }): never => {
    const last = lastLines().join("\n");
    throw new Error(`tachyon ended with ${code}:\n${last}\n${stderr}`);
  });
  gone.catch(() => undefined); // most tests end it without waiting for anything
  const end = async () => {
    let how: Awaited<typeof ended> | undefined;
    void ended.then((result) => (how = result));
    const seen = await waitFor(
      "tachyon to end",
      () => ({ how, last: lastLines() }),
      ({ how }) => how !== undefined,
      LONG_WAIT,
    );
    return seen.how!;
  };
  const find = async (pattern: RegExp): Promise<LogLine> => {
    const matches = ({ msg }: LogLine) => pattern.test(msg);
    const seen = await waitFor(
      `tachyon to log ${String(pattern)}`,
      () => ({ line: log.find(matches), last: lastLines() }),
      ({ line }) => line !== undefined,
      { ...LONG_WAIT, unless: gone },
    );
    return seen.line!;
  };
  await once(child, "spawn");
  return {
    pid: child.pid!,
    says: async (pattern) => (await find(pattern)).msg,
    levelOf: async (pattern) => (await find(pattern)).level,
    url: async () => (await find(/^serving/)).msg.split(/\s+/)[1]!,
    stop: (signal) => {
      child.kill(signal);
      return end();
    },
    end,
    gone,
  };
}

/** The child processes of a process. */
export function childrenOf(pid: number): number[] {
  const listed = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8");
  return listed.match(/\d+/g)?.map(Number) ?? [];
}

/** For tests that read /proc or call from several addresses of the loopback. */
export const onLinux = {
  skip: process.platform !== "linux" && "only Linux has /proc and 127.0.0.2",
};
