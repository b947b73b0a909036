import { BenchProcess } from "../process.ts";
import type { LoadOrder, LoadResult } from "../load/generate.ts";
import type { PageCase } from "../pages/cases.ts";
import type { Usage } from "./usage.ts";

/** A server to measure, in a separate process. */
export interface Target {
  readonly name: string;
  readonly port: number;
  usage(): Promise<Usage>;
  /** Whether it supports the case. If missing, it supports all. */
  readonly answers?: (asked: Pick<PageCase, "method" | "place">) => boolean;
  stop(): Promise<void>;
}

export async function startTarget(
  name: string,
  module: string,
  args: readonly string[] = [],
): Promise<Target> {
  const process = await BenchProcess.start(module, args);
  return {
    name,
    port: await process.ask<number>("port"),
    usage: () => process.ask<Usage>("usage"),
    stop: () => process.stop(),
  };
}

export interface Measurement extends LoadResult {
  /** CPU microseconds of the server per request. */
  readonly cpuPerRequest: number;
  readonly memory: number;
}

export async function measure(
  generator: BenchProcess,
  target: Target,
  load: Omit<LoadOrder, "port">,
): Promise<Measurement> {
  const before = await target.usage();
  const result = await generator.ask<LoadResult>({
    ...load,
    port: target.port,
  });
  const after = await target.usage();
  return {
    ...result,
    cpuPerRequest: ((after.cpu - before.cpu) * 1e6) / result.answers,
    memory: after.memory,
  };
}
