// The service as `tachyon --disable-indexing` serves a store, in one process.
import { openStore } from "../../src/store/open.ts";
import { answerParent } from "../process.ts";
import { serveStore } from "./serveStore.ts";
import { usageOfThisProcess } from "./usage.ts";

const [url, recallMib] = process.argv.slice(2);
const recall = recallMib === undefined ? {} : { recallMib: Number(recallMib) };
const store = await openStore(url!, { write: false, ...recall });
const port = await serveStore(store);
answerParent((question) => (question === "port" ? port : usageOfThisProcess()));
