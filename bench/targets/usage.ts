export interface Usage {
  /** Processor time so far, seconds. */
  readonly cpu: number;
  /** Resident memory, bytes. */
  readonly memory: number;
}

export function usageOfThisProcess(): Usage {
  const { user, system } = process.cpuUsage();
  return { cpu: (user + system) / 1e6, memory: process.memoryUsage.rss() };
}
