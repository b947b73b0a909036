// `npm run bench -- --worst`: how long the longest request of each method holds the event loop of a real service.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as methods from "../../src/rpc/methods/index.ts";
import type { Method } from "../../src/rpc/method.ts";
import { median } from "../report/median.ts";
import { bodies } from "./bodies.ts";
import { startLargeNode } from "./node.ts";
import { worstRequests } from "./requests.ts";
import { type Asked, startWatched } from "./service.ts";
import { writeWorst } from "./write.ts";

export interface WorstRow extends Asked {
  readonly method: string;
  readonly what: string;
  readonly units: number;
}

interface WorstBody {
  readonly method: string;
  readonly what: string;
  readonly body: string;
  readonly units: number;
}

/** Uses the store at this URL, which must be empty. Each request is sent several times; the median counts. */
export async function runWorst(
  url: string,
  only: string,
  rounds: number,
  onRow: (row: WorstRow) => void,
): Promise<void> {
  await writeWorst(url);
  const node = await startLargeNode();
  const service = await startWatched([
    ...["--db-url", url, "--rpc-url", node.url, "--prover-url", node.url],
    ...["--page-cache-mb", "0"], // each page is to be read
  ]);
  try {
    const asked = [...allRequests(), ...bodies];
    for (const request of asked.filter(({ method }) => method.includes(only))) {
      const times: Asked[] = [];
      for (let round = 0; round <= rounds; round++)
        times.push(await service.ask(request.body));
      const { method, what, units } = request;
      onRow({ method, what, units, ...medianOf(times.slice(1)) });
    }
  } finally {
    await service.stop();
    node.close();
  }
}

export async function onNewFile(
  work: (url: string) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "tachyon-worst-"));
  try {
    await work(`sqlite://${join(folder, "store.db")}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function allRequests(): WorstBody[] {
  return worstRequests.map(({ method, what, params }) => ({
    method,
    what,
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: "test-account",
      method,
      params,
    }),
    units: (methods as Record<string, Method>)[method]!.prepare(params).units,
  }));
}

function medianOf(times: readonly Asked[]): Asked {
  const of = (value: (asked: Asked) => number) => median(times.map(value));
  return {
    longest: of(({ longest }) => longest),
    longestByClock: of(({ longestByClock }) => longestByClock),
    sum: of(({ sum }) => sum),
    bytes: of(({ bytes }) => bytes),
    error: times[0]!.error,
  };
}
