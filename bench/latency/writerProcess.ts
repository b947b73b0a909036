// Indexes into a store that other processes read.
import { openStore } from "../../src/store/open.ts";
import { answerParent } from "../process.ts";
import { indexSteadily } from "./indexSteadily.ts";

const [url, perSecond] = process.argv.slice(2);
const store = await openStore(url!, { write: true });
const { written } = indexSteadily(store.writer!, Number(perSecond));
answerParent(written);
