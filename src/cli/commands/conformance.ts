import {
  checkConformance,
  type CheckResult,
} from "../../comparing/conformance/conformance.ts";
import { renderConformance } from "../../comparing/conformance/conformanceText.ts";
import { stopSignal } from "../../service/stopSignal.ts";
import { askingFlags, keyFlags } from "../../settings/askingFlags.ts";
import type { FlagValues } from "../../settings/readFlags.ts";
import { UsageError } from "../../settings/usageError.ts";
import { print } from "../print.ts";
import { openProgress } from "../progress.ts";
import { chosenKeys, serverUrl } from "./compare.ts";

export const conformanceFlags = { ...keyFlags, ...askingFlags };

/** `tachyon conformance URL`: rejects when a check fails. */
export async function conformance(
  words: readonly string[],
  flags: FlagValues<typeof conformanceFlags>,
): Promise<void> {
  if (words.length !== 1)
    throw new UsageError("say which server: tachyon conformance URL");
  const progress = openProgress(process.stderr);
  const results = await checkConformance({
    url: serverUrl(words[0]!),
    keys: await chosenKeys(flags),
    rate: flags.rate,
    timeoutMs: flags.timeout * 1000,
    signal: stopSignal(),
    onProgress: (done, of, failed) => {
      progress.show(done / of, `${done} of ${of} checks, ${failed} failed`);
    },
  });
  progress.end();
  print(
    flags.json ? JSON.stringify(results, null, 2) : renderConformance(results),
  );
  assertPassed(results);
}

function assertPassed(results: readonly CheckResult[]): void {
  const failed = results.filter(({ outcome }) => outcome === "failed").length;
  if (failed > 0)
    throw new UsageError(`${failed} of ${results.length} checks failed`);
}
