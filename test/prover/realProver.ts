// The prover that the public command line tools bring along, with its keys: fetched through npm once, kept in .prover.
import { execFileSync, spawn } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, rmSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const VERSION = "0.27.0";
const FOLDER = join(import.meta.dirname, "../../.prover", VERSION);
const BIN = join(FOLDER, "package/bin");
const PROGRAM = join(BIN, "prover-linux-x64");

/** Why there is no prover for this machine, or null. */
export const NO_PROVER =
  process.platform === "linux" && process.arch === "x64"
    ? null
    : `the prover runs on Linux with x64, not on ${process.platform} with ${process.arch}`;

export interface StartedProver {
  readonly url: URL;
  readonly stop: () => void;
}

/** Loading all keys takes half a minute, and two where others use the processors, too. */
const START_MS = 300_000;

/** Starts the prover; ready when it answers. */
export async function startProver(): Promise<StartedProver> {
  fetchProver();
  const port = await freePort();
  const address = `127.0.0.1:${port}`;
  const child = spawn(
    PROGRAM,
    [
      ...["start", "--run-mode", "local-rpc"],
      ...["--keys-dir", "./proving-keys/", "--prover-address", address],
      ...["--metrics-address", `127.0.0.1:${await freePort()}`],
    ],
    { cwd: BIN, stdio: "ignore" },
  );
  const stop = () => void child.kill();
  const url = new URL(`http://${address}`);
  const end = Date.now() + START_MS;
  for (;;) {
    if (child.exitCode !== null)
      throw new Error(`the prover ended with code ${child.exitCode}`);
    const healthy = await fetch(new URL("health", url)).then(
      ({ ok }) => ok,
      () => false,
    );
    if (healthy) return { url, stop };
    if (Date.now() > end) {
      stop();
      throw new Error("the prover does not become ready");
    }
    await sleep(500);
  }
}

/** 151 MB, which is too much for every installation. */
function fetchProver(): void {
  if (existsSync(PROGRAM)) return;
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  const name = `@lightprotocol/zk-compression-cli@${VERSION}`;
  const packed = execFileSync("npm", ["pack", "--silent", name], {
    cwd: FOLDER,
    encoding: "utf8",
  });
  const file = packed.trim().split("\n").at(-1)!;
  execFileSync(
    "tar",
    ["-xzf", file, "package/bin/proving-keys", "package/bin/prover-linux-x64"],
    { cwd: FOLDER },
  );
  rmSync(join(FOLDER, file));
  chmodSync(PROGRAM, 0o755); // packages lose the mark of a program
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
