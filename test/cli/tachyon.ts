import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import type { TestContext } from "node:test";

const main = resolve(import.meta.dirname, "../../src/cli/main.ts");

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Service {
  readonly pid: number;
  /** The first line of its log, so far or to come, that matches. Fails when it ends without one. */
  says(pattern: RegExp): Promise<string>;
  /** The level of that line, as pino counts: 30 info, 40 warning, 50 error. */
  levelOf(pattern: RegExp): Promise<number>;
  /** Where it serves. */
  url(): Promise<string>;
  stop(signal: NodeJS.Signals): Promise<Pick<Ended, "code" | "stderr">>;
  /** How it ends by itself. */
  readonly ended: Promise<Pick<Ended, "code" | "stderr">>;
}

type Variables = Readonly<Record<string, string>>;

function launch(
  cwd: string,
  args: readonly string[],
  more: Variables,
  program = main,
) {
  const stdio: ["ignore", "pipe", "pipe"] = ["ignore", "pipe", "pipe"];
  const env = { ...process.env, ...more };
  return spawn(process.execPath, [program, ...args], { cwd, stdio, env });
}

/** A program that should have ended and has not is killed: its test then fails with a code of null. */
const RUN_MS = 60_000;

/** Runs the real program until it ends by itself. */
export async function runTachyon(
  cwd: string,
  args: readonly string[],
  env: Variables = {},
): Promise<Ended> {
  const child = launch(cwd, args, env);
  const late = setTimeout(() => child.kill("SIGKILL"), RUN_MS);
  void exitOf(child).then(() => {
    clearTimeout(late);
  });
  const [stdout, stderr, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    exitOf(child),
  ]);
  return { code, stdout, stderr };
}

/** Starts the real program, or an installed copy of it; it is stopped with the test at the latest. */
export async function startTachyon(
  t: TestContext,
  cwd: string,
  args: readonly string[],
  env: Variables = {},
  program = main,
): Promise<Service> {
  const child = launch(cwd, [...args, "--log-format", "json"], env, program);
  await once(child, "spawn");
  const exit = exitOf(child);
  t.after(async () => {
    child.kill("SIGKILL");
    await exit;
  });
  const stderr = text(child.stderr);
  const ending = async () => ({ code: await exit, stderr: await stderr });
  const log = new Log();
  createInterface(child.stdout)
    .on("line", (line) => {
      log.add(JSON.parse(line) as LogLine);
    })
    .on("close", () => {
      void stderr.then((text) => {
        log.end(text);
      });
    });
  return {
    pid: child.pid!,
    says: async (pattern) => (await log.find(pattern)).msg,
    levelOf: async (pattern) => (await log.find(pattern)).level,
    url: async () => (await log.find(/^serving/)).msg.split(/\s+/)[1]!,
    stop: (signal) => {
      child.kill(signal);
      return ending();
    },
    ended: ending(),
  };
}

/** The processes that a process has started. */
export function childrenOf(pid: number): number[] {
  const listed = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8");
  return listed.match(/\d+/g)?.map(Number) ?? [];
}

async function exitOf(child: ChildProcess): Promise<number | null> {
  const [code] = (await once(child, "exit")) as [number | null];
  return code;
}

interface LogLine {
  readonly level: number;
  readonly msg: string;
}

class Log {
  readonly #lines: LogLine[] = [];
  readonly #changed = new EventTarget();
  #ended = false;

  add(line: LogLine): void {
    this.#lines.push(line);
    this.#changed.dispatchEvent(new Event("change"));
  }

  end(stderr: string): void {
    this.#lines.push({ level: 60, msg: stderr });
    this.#ended = true;
    this.#changed.dispatchEvent(new Event("change"));
  }

  async find(pattern: RegExp): Promise<LogLine> {
    for (;;) {
      const found = this.#lines.find(({ msg }) => pattern.test(msg));
      if (found !== undefined) return found;
      if (this.#ended)
        throw new Error(
          `no ${String(pattern)} in:\n${this.#lines.map(({ msg }) => msg).join("\n")}`,
        );
      await once(this.#changed, "change");
    }
  }
}
