import { existsSync, readFileSync } from "node:fs";

const STAT = "/proc/stat";
/** Fields after the name: user, nice, system, idle, iowait, irq, softirq, steal. */
const STEAL = 8;

/** CPU time that the host gave to other machines (steal time), in hundredths of a second. Linux only. */
export function stolen(): number {
  if (!existsSync(STAT)) return 0;
  const [total] = readFileSync(STAT, "utf8").split("\n");
  return Number(total!.split(/\s+/)[STEAL]);
}
