// npm run simulate -- --seeds 300 [--from 1]: simulates that many bad days, alternating RPC and gRPC. Prints failing seeds.
import { parseArgs } from "node:util";
import { withStore, withStorePath } from "../store/withStore.ts";
import { simulate } from "./simulate.ts";

const { values } = parseArgs({
  options: {
    seeds: { type: "string", default: "100" },
    from: { type: "string", default: "1" },
  },
});
const first = Number(values.from);
const failed: string[] = [];
const started = performance.now();
for (let seed = first; seed < first + Number(values.seeds); seed++) {
  const over = seed % 2 === 0 ? "rpc" : "grpc";
  await simulate(seed, over, withStore, withStorePath).catch(
    (error: unknown) => {
      failed.push(`${seed} over ${over}`);
      console.error(`seed ${seed} over ${over}:`, error);
    },
  );
}
const seconds = ((performance.now() - started) / 1000).toFixed(0);
console.log(
  `${values.seeds} seeds in ${seconds} s, ${failed.length} failed${failed.length > 0 ? `: ${failed.join(", ")}` : ""}`,
);
process.exitCode = failed.length > 0 ? 1 : 0;
