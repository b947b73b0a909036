import { test } from "node:test";
import { simulate } from "./simulate.ts";

const SEEDS = Array.from({ length: 24 }, (_, i) => i + 1);

for (const seed of SEEDS) {
  test(`bad day ${seed}: forks, faults and kills leave what a clean index of the last branch holds`, () =>
    simulate(seed));
}
