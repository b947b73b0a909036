import type { Reader } from "../../src/store/reader.ts";
import { serverSeconds } from "../postgres/serverTime.ts";

/** CPU milliseconds of this thread and of the sessions of a store: other programs on the machine do not count. */
export async function processorMs(read: Reader): Promise<number> {
  const server =
    read.dialect.name === "postgres" ? await serverSeconds(read) : 0;
  return threadMs() + 1000 * server;
}

/** The same of this thread alone. */
export function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
