// Indexes into a store and answers requests about it, as the service does without workers.
import { openStore } from "../../src/store/open.ts";
import { answerParent } from "../process.ts";
import { serveStore } from "../targets/serveStore.ts";
import { indexSteadily } from "./indexSteadily.ts";

const [url, perSecond] = process.argv.slice(2);
const store = await openStore(url!, { write: true, polite: true });
const port = await serveStore(store);
const { written } = indexSteadily(store.writer!, Number(perSecond));
answerParent((question) => (question === "port" ? port : written()));
