import { readFile } from "node:fs/promises";
import { compare, type Comparison } from "../../comparing/compare.ts";
import {
  comparisonJson,
  renderComparison,
} from "../../comparing/comparisonText.ts";
import { meaningOf } from "../../comparing/findings.ts";
import { type KeyChoice, type Keys, namedKeys } from "../../comparing/keys.ts";
import { stopSignal } from "../../service/stopSignal.ts";
import { askingFlags, keyFlags } from "../../settings/askingFlags.ts";
import type { FlagValues } from "../../settings/readFlags.ts";
import { UsageError } from "../../settings/usageError.ts";
import { countFlag } from "../../settings/values.ts";
import { print } from "../print.ts";
import { openProgress } from "../progress.ts";

export const compareFlags = {
  ...keyFlags,
  "max-pages": countFlag(
    "N",
    "Read at most this many pages of 1000 items of a list.",
    20,
    1,
    100_000,
  ),
  ...askingFlags,
};

/** How often both servers are asked until they answer about the same slot: about 20 seconds. */
const ROUNDS = 15;

/** `tachyon compare A B`: rejects when the servers differ or one does not answer. */
export async function compareServers(
  words: readonly string[],
  flags: FlagValues<typeof compareFlags>,
): Promise<void> {
  if (words.length !== 2)
    throw new UsageError("say which servers: tachyon compare URL URL");
  const progress = openProgress(process.stderr);
  const comparison = await compare({
    urls: [serverUrl(words[0]!), serverUrl(words[1]!)],
    keys: await chosenKeys(flags),
    rate: flags.rate,
    timeoutMs: flags.timeout * 1000,
    maxPages: flags["max-pages"],
    rounds: ROUNDS,
    signal: stopSignal(),
    onProgress: (done, of, differences) => {
      const line = `${done} of ${of} requests, ${differences} differences`;
      progress.show(done / of, line);
    },
  });
  progress.end();
  const render = flags.json ? comparisonJson : renderComparison;
  print(render(comparison));
  assertAlike(comparison);
}

export function serverUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url && ["http:", "https:"].includes(url.protocol)) return url.href;
  throw new UsageError(`"${text}" is not a URL that starts with http://`);
}

/** Keys of a file, or how to find some. */
export async function chosenKeys({
  key,
  keys,
  seed,
}: FlagValues<typeof keyFlags>): Promise<Keys | KeyChoice> {
  if (key === null)
    return { keys, seed: seed ?? Math.floor(Math.random() * 2 ** 32) };
  const text = await readFile(key, "utf8").catch((error: unknown) => {
    throw new UsageError(`--key: ${(error as Error).message}`);
  });
  const named = namedKeys(text);
  if (Object.values(named).flat().length > 0) return named;
  throw new UsageError(`--key: there is no key in ${key}`);
}

function assertAlike({ findings, stopped }: Comparison): void {
  const meanings = findings.map(meaningOf);
  const differences = count(meanings, "difference");
  const unanswered = count(meanings, "unanswered");
  if (stopped !== null) throw new UsageError(`ended early: ${stopped}`);
  if (differences + unanswered > 0)
    throw new UsageError(
      `${differences} differences, ${unanswered} requests without an answer`,
    );
}

function count(meanings: readonly string[], meaning: string): number {
  return meanings.filter((one) => one === meaning).length;
}
