import { writeFile } from "node:fs/promises";
import { measure } from "../../comparing/measure/measure.ts";
import { drawMeasurements } from "../../comparing/measure/measurementPicture.ts";
import { renderMeasurements } from "../../comparing/measure/measurementText.ts";
import { stopSignal } from "../../service/stopSignal.ts";
import { askingFlags, keyFlags } from "../../settings/askingFlags.ts";
import type { FlagValues } from "../../settings/readFlags.ts";
import { UsageError } from "../../settings/usageError.ts";
import { countFlag, textFlag } from "../../settings/values.ts";
import { print } from "../print.ts";
import { openProgress } from "../progress.ts";
import { chosenKeys, serverUrl } from "./compare.ts";

export const measureFlags = {
  seconds: countFlag("N", "Measure for this long.", 60, 1, 86_400),
  ...keyFlags,
  ...askingFlags,
  svg: textFlag(
    "FILE",
    "Also write a picture to this file, which must not exist.",
  ),
};

/** `tachyon measure URL…`: how long servers take for each method. */
export async function measureServers(
  words: readonly string[],
  flags: FlagValues<typeof measureFlags>,
): Promise<void> {
  if (words.length === 0)
    throw new UsageError("say which servers: tachyon measure URL [URL …]");
  const { seconds, rate, svg } = flags;
  const progress = openProgress(process.stderr);
  const rows = await measure({
    urls: words.map(serverUrl),
    keys: await chosenKeys(flags),
    ...{ seconds, rate },
    timeoutMs: flags.timeout * 1000,
    signal: stopSignal(),
    onProgress: (share) => {
      const left = Math.ceil(seconds * (1 - share));
      progress.show(share, `${left} s left`);
    },
  });
  progress.end();
  if (svg !== null) await writePicture(svg, drawMeasurements(rows));
  print(flags.json ? JSON.stringify(rows, null, 2) : renderMeasurements(rows));
}

/** Never replaces a file. */
async function writePicture(file: string, picture: string): Promise<void> {
  await writeFile(file, picture, { flag: "wx" }).catch((error: unknown) => {
    throw new UsageError(`--svg: ${(error as Error).message}`);
  });
}
