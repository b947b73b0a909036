// A recorded chain behind a real HTTP server, and recorded requests for it.
import { openFileChain } from "../../src/ingest/source/file/fileChain.ts";
import type { Chain } from "../../src/domain/chain.ts";
import type { Prover } from "../../src/domain/prover.ts";
import type { Reader } from "../../src/store/reader.ts";
import { buildServer } from "../../src/rpc/http/server.ts";
import type { Method } from "../../src/rpc/method.ts";
import * as methods from "../../src/rpc/methods/index.ts";
import {
  chainPath,
  recordedLines,
  recordedRootCapacities,
  recordedTrees,
  recordedUpdates,
} from "../replay/chain.ts";
import { bytesOf } from "../prover/answeredProof.ts";
import { recordedProof } from "../prover/recordedProof.ts";
import { withStore } from "../store/withStore.ts";

export interface ServedChain {
  readonly url: string;
  /** The methods called so far. */
  readonly called: ReadonlySet<string>;
  /** The distinct recorded parameters of a method, up to a limit. */
  readonly paramsOf: (method: string) => Record<string, string>[];
}

export async function withServedChain(
  name: string,
  work: (served: ServedChain) => Promise<void>,
  options: { readonly prover?: Prover } = {},
): Promise<void> {
  const trees = await recordedTrees();
  const updates = await recordedUpdates(name);
  await withStore(async ({ writer, reader: read }) => {
    await writer.addTrees([...trees]);
    await writer.apply(updates);
    await writer.saveTreeFacts(await recordedRootCapacities("accounts"));
    while (await writer.refreshTrees());
    const chain = openFileChain(chainPath(name), () => Promise.resolve(trees));
    const { prover = recordedProver } = options;
    await withServer({ read, chain, prover }, (served) =>
      work({ ...served, paramsOf: (method) => paramsOf(name, method) }),
    );
  });
}

export interface ServerParts {
  readonly read: Reader;
  readonly chain?: Chain;
  readonly prover: Prover;
}

/** A store behind a real HTTP server. */
export async function withServer(
  { read, chain, prover }: ServerParts,
  work: (served: Omit<ServedChain, "paramsOf">) => Promise<void>,
): Promise<void> {
  const called = new Set<string>();
  const log = {
    error: (fields: object) => {
      throw new Error("nothing here may fail", { cause: fields });
    },
  };
  const server = buildServer({
    ...{ read, prover, log, version: "test" },
    ...(chain && { chain }),
    methods: noting(called),
  });
  const url = await server.listen({ host: "127.0.0.1", port: 0 });
  try {
    await work({ url, called });
  } finally {
    await server.close();
  }
}

/** Gives a proof of something else: enough for the shape of an answer. */
const recordedProver: Prover = {
  prove: () => Promise.resolve(bytesOf(recordedProof())),
};

function noting(called: Set<string>): Record<string, Method> {
  const noted = Object.entries<Method>(methods).map(([name, method]) => [
    name,
    {
      ...method,
      prepare: (params: unknown) => {
        called.add(name);
        return method.prepare(params);
      },
    },
  ]);
  return Object.fromEntries(noted) as Record<string, Method>;
}

/** Clients check every field in ways that take their time; these many calls of a method meet every shape. */
const MAX_PARAMS = 40;

interface Recording {
  readonly method: string;
  readonly params: Record<string, string> | null;
  readonly result?: unknown;
}

function paramsOf(name: string, method: string): Record<string, string>[] {
  const files = [
    `answers/${name}.jsonl.gz`,
    `answers-more/${name}.jsonl.gz`,
    `proofs/${name}.proofs.jsonl.gz`,
  ];
  const lines = files.flatMap(recordedLines);
  const found = lines
    .filter((line) => line.startsWith(`{"method":"${method}",`))
    .map((line) => JSON.parse(line) as Recording)
    .filter(({ params, result }) => params && result !== undefined)
    .map(({ params }) => JSON.stringify(params));
  const each = [...new Set(found)];
  const step = Math.ceil(each.length / MAX_PARAMS);
  return each
    .filter((_, i) => i % step === 0)
    .map((params) => named(method, JSON.parse(params)));
}

/** Lists that are sent bare, by the name they have. */
function named(method: string, params: unknown): Record<string, string> {
  if (!Array.isArray(params)) return params as Record<string, string>;
  const name = method.includes("Address") ? "addresses" : "hashes";
  return { [name]: params } as unknown as Record<string, string>;
}
