// The load generator as its own process: it must not share an event loop with what it measures.
import { answerParent } from "../process.ts";
import { generateLoad, type LoadOrder } from "./generate.ts";

answerParent((order) => generateLoad(order as LoadOrder));
