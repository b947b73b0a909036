import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { waitFor } from "../waitFor.ts";
import { type Service, startTachyon } from "../cli/tachyon.ts";

export interface PublicServer extends Service {
  readonly base: string;
  readonly folder: string;
}

export const EXAMPLE_OWNER = "6aGzUg5sNR4f52NQXPwPKntwiGDzeoUipfBB2fGPqg3";

/** The real program with the demo's chain, indexed. */
export async function startPublic(
  t: TestContext,
  args: readonly string[] = [],
): Promise<PublicServer> {
  const folder = mkdtempSync(join(tmpdir(), "tachyon-public-"));
  const service = await startTachyon(t, folder, ["--port", "0", ...args]);
  const base = await service.url();
  await service.says(/^indexed/);
  return { ...service, base, folder };
}

export function body(limit = 1, more: object = {}): string {
  const params = { owner: EXAMPLE_OWNER, limit, ...more };
  const method = "getCompressedAccountsByOwner";
  return JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
}

export function post(
  url: string,
  text = body(),
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(url, {
    method: "POST",
    body: text,
    headers: { "content-type": "application/json", ...headers },
  });
}

/** Waits until a server has taken this many connections more than the one that asks. */
export async function takesConnections(base: string, count: number) {
  const connections = async () => {
    const metrics = await (await fetch(`${base}/metrics`)).text();
    return Number(/^tachyon_connections (\d+)$/m.exec(metrics)![1]);
  };
  await waitFor(
    `${count} connections to be taken`,
    connections,
    (taken) => taken > count,
  );
}

/** Checks after each abuse that a simple request is still answered. */
export async function answersRightly(base: string): Promise<boolean> {
  const response = await post(base);
  const answer = (await response.json()) as {
    result?: { value: { items: unknown[] } };
  };
  return response.status === 200 && answer.result?.value.items.length === 1;
}
