// Indexes into a store and answers requests about it, as the service does without workers.
import { openStore } from "../../src/store/open.ts";
import { answerParent } from "../process.ts";
import { serveStore } from "../targets/serveStore.ts";
import { indexInThread } from "./indexInThread.ts";

const [url, perSecond] = process.argv.slice(2);
const store = await openStore(url!, { write: false });
const port = await serveStore(store);
const { written } = indexInThread(url!, Number(perSecond));
answerParent((question) => (question === "port" ? port : written()));
