// Indexes into a store and answers requests about it, as the service does without workers.
import { openStore } from "../../src/store/open.ts";
import { answerParent } from "../process.ts";
import { serveStore } from "../targets/serveStore.ts";
import { indexInThread } from "./indexInThread.ts";
import type { Steady } from "./steadyThread.ts";

const steady = JSON.parse(process.argv[2]!) as Steady;
const store = await openStore(steady.url, { write: false });
const port = await serveStore(store);
const { written } = indexInThread(steady);
answerParent((question) => (question === "port" ? port : written()));
