// The service as `tachyon --disable-indexing` serves a store, in one process.
import { buildServer } from "../../src/rpc/http.ts";
import * as methods from "../../src/rpc/methods/index.ts";
import { openStore } from "../../src/store/open.ts";
import { answerParent } from "../process.ts";
import { usageOfThisProcess } from "./usage.ts";

const [url, recallMib] = process.argv.slice(2);
const recall = recallMib === undefined ? {} : { recallMib: Number(recallMib) };
const store = await openStore(url!, { write: false, ...recall });
const server = buildServer({
  read: store.reader,
  methods,
  version: "bench",
  log: {
    error: (fields, text) => {
      throw new Error(text, { cause: fields });
    },
  },
});
const base = new URL(await server.listen({ host: "127.0.0.1", port: 0 }));
answerParent((question) =>
  question === "port" ? Number(base.port) : usageOfThisProcess(),
);
