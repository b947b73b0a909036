// The load generator in a separate process, so that it does not share an event loop with the measured server.
import { answerParent } from "../process.ts";
import { generateLoad, type LoadOrder } from "./generate.ts";

answerParent((order) => generateLoad(order as LoadOrder));
