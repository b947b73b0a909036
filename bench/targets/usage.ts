import { readFileSync } from "node:fs";

export interface Usage {
  /** Processor time so far, seconds. */
  readonly cpu: number;
  /** Memory of its own, bytes: resident without the pages of the store that all processes share through the system. */
  readonly memory: number;
}

const CLOCK_TICKS = 100; // a second, on every Linux that Node runs on

/** What the system says about a process. */
export function usageOf(pid: number): Usage {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const anonymous = /RssAnon:\s+(\d+) kB/.exec(status)?.[1];
  return {
    cpu: (Number(fields[11]) + Number(fields[12])) / CLOCK_TICKS,
    memory: Number(anonymous) * 1024,
  };
}

/** More exact than the clock ticks of the system, but only known from inside. */
export function usageOfThisProcess(): Usage {
  const { user, system } = process.cpuUsage();
  return { ...usageOf(process.pid), cpu: (user + system) / 1e6 };
}

/** Processor time of all, memory of the largest. */
export function sumOf(usages: readonly Usage[]): Usage {
  return {
    cpu: usages.reduce((sum, { cpu }) => sum + cpu, 0),
    memory: Math.max(...usages.map(({ memory }) => memory)),
  };
}
