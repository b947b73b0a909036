// Packs and installs the project as users get it from the registry.
import { execFile } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { delimiter, dirname, join, relative, resolve } from "node:path";
import { promisify } from "node:util";

const project = resolve(import.meta.dirname, "../..");
const MADE_LOCALLY = new Set([
  ".git",
  "dist",
  "node_modules",
  "tachyon-data",
  "bench/data",
]);

/** The Node of this process comes first: `#!/usr/bin/env node` must not find another one. */
const PATH = [dirname(process.execPath), process.env["PATH"]].join(delimiter);

export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Packs a copy of the sources in which nothing is built; only the packages it is built with are lent to it. */
export async function packProject(folder: string): Promise<string> {
  const clone = join(folder, "clone");
  cpSync(project, clone, {
    recursive: true,
    filter: (path) => !MADE_LOCALLY.has(relative(project, path)),
  });
  symlinkSync(join(project, "node_modules"), join(clone, "node_modules"));
  await mustRun(clone, "npm", ["pack"]);
  const tarball = readdirSync(clone).find((name) => name.endsWith(".tgz"));
  return join(clone, tarball!);
}

/** A new folder in which the tarball is the only dependency. */
export async function installTarball(
  folder: string,
  tarball: string,
): Promise<string> {
  const app = join(folder, "app");
  mkdirSync(app);
  const quiet = ["--prefer-offline", "--no-audit", "--no-fund"];
  await mustRun(app, "npm", ["install", ...quiet, tarball]);
  return app;
}

export async function mustRun(
  cwd: string,
  command: string,
  args: readonly string[],
): Promise<string> {
  const { code, stdout, stderr } = await run(cwd, command, args);
  if (code === 0) return stdout;
  const what = [command, ...args].join(" ");
  throw new Error(`${what} ended with ${code}:\n${stdout}\n${stderr}`);
}

export async function run(
  cwd: string,
  command: string,
  args: readonly string[],
): Promise<Ran> {
  const options = { cwd, env: { ...process.env, PATH }, timeout: 300_000 };
  try {
    const said = await promisify(execFile)(command, args, options);
    return { code: 0, ...said };
  } catch (error) {
    const ended = error as Omit<Ran, "code"> & { code: number | string | null };
    if (typeof ended.code !== "number") throw error; // not started, or killed
    return error as Ran;
  }
}
