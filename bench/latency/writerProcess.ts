// Indexes into a store that other processes read, as the first process of a service with workers does.
import { answerParent } from "../process.ts";
import { indexInThread } from "./indexInThread.ts";

const [url, perSecond] = process.argv.slice(2);
const { written } = indexInThread(url!, Number(perSecond));
answerParent(written);
