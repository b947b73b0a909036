// Indexes into a store that other processes read, like the first process of a service with workers.
import { answerParent } from "../process.ts";
import { indexInThread } from "./indexInThread.ts";
import type { Steady } from "./steadyThread.ts";

const { written } = indexInThread(JSON.parse(process.argv[2]!) as Steady);
answerParent(written);
