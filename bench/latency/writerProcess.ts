// Indexes into a store that other processes read, as the service does beside its workers: in a thread that steps back.
import { isMainThread, parentPort, Worker } from "node:worker_threads";
import { stepBack } from "../../src/cli/workers/stepBack.ts";
import { openStore } from "../../src/store/open.ts";
import { answerParent } from "../process.ts";
import { indexSteadily } from "./indexSteadily.ts";

const TELL_EVERY_MS = 100;
const [url, perSecond] = process.argv.slice(2);

if (isMainThread) {
  let written = 0;
  new Worker(new URL(import.meta.url), { argv: [url, perSecond] }).on(
    "message",
    (told: number) => {
      written = told;
    },
  );
  answerParent(() => written);
} else {
  stepBack();
  const store = await openStore(url!, { write: true });
  const { written } = indexSteadily(store.writer!, Number(perSecond));
  setInterval(() => {
    parentPort!.postMessage(written());
  }, TELL_EVERY_MS);
}
