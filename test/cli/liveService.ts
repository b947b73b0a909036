import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import type { SimulatedNode } from "../node/simulatedNode.ts";
import { waitFor } from "../waitFor.ts";
import { type Service, startTachyon } from "./tachyon.ts";

export async function folderFor(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "tachyon-cli-"));
  t.after(() => rm(folder, { recursive: true }));
  return folder;
}

/** The real program following a node, with a new store unless one is given. */
export async function follow(
  t: TestContext,
  node: SimulatedNode,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Service> {
  const where = ["--rpc-url", node.url.href, "--port", "0"];
  return startTachyon(t, await folderFor(t), [...where, ...args], env);
}

export interface Answer {
  readonly result?: { readonly context: { readonly slot: number } };
  readonly error?: { readonly code: number; readonly message: string };
}

export async function call(url: string, method: string): Promise<Answer> {
  const body = { jsonrpc: "2.0", id: 1, method, params: {} };
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return (await response.json()) as Answer;
}

export async function readiness(url: string) {
  const response = await fetch(`${url}/readiness`);
  const { reasons } = (await response.json()) as { reasons: string[] };
  return { status: response.status, why: reasons.join() };
}

/** Waits until the served slot reaches this slot. */
export async function reaches(service: Service, slot: number): Promise<void> {
  const url = await service.url();
  await waitFor(
    `slot ${slot} to be served`,
    () => call(url, "getLatestCompressionSignatures"),
    ({ result }) => result?.context.slot === slot,
    { unless: service.gone },
  );
}

/** Waits until readiness has this status and a reason like this. */
export async function readinessBecomes(
  service: Service,
  status: number,
  why = /(?:)/,
): Promise<void> {
  const url = await service.url();
  await waitFor(
    `readiness ${status} ${String(why)}`,
    () => readiness(url),
    (seen) => seen.status === status && why.test(seen.why),
    { unless: service.gone },
  );
}
