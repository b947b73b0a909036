import { readFileSync } from "node:fs";

export interface Usage {
  /** CPU seconds so far. */
  readonly cpu: number;
  /** Private memory in bytes: resident memory without the pages of the store that processes share through the page cache. */
  readonly memory: number;
}

const CLOCK_TICKS = 100; // per second, on every Linux that Node supports

/** Usage of a process according to the system. */
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

/** More precise than the system's clock ticks, but only available within the process. */
export function usageOfThisProcess(): Usage {
  const { user, system } = process.cpuUsage();
  return { ...usageOf(process.pid), cpu: (user + system) / 1e6 };
}

/** CPU time of all processes, memory of the largest. */
export function sumOf(usages: readonly Usage[]): Usage {
  return {
    cpu: usages.reduce((sum, { cpu }) => sum + cpu, 0),
    memory: Math.max(...usages.map(({ memory }) => memory)),
  };
}
