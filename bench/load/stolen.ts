import { existsSync, readFileSync } from "node:fs";

const STAT = "/proc/stat";
/** Behind the name: user, nice, system, idle, iowait, irq, softirq, steal. */
const STEAL = 8;

/** Hundredths of a second of processors that the host has given to others while we wanted them; Linux tells, others do not. */
export function stolen(): number {
  if (!existsSync(STAT)) return 0;
  const [total] = readFileSync(STAT, "utf8").split("\n");
  return Number(total!.split(/\s+/)[STEAL]);
}
