import { Type } from "typebox";
import type { AnswerBound } from "../answerBound.ts";
import { renderMint } from "../../render/mint.ts";
import {
  findStatistics,
  type Statistics,
} from "../../store/read/findStatistics.ts";
import { COUNTED } from "../../store/write/counts.ts";
import type { Cost } from "../cost.ts";
import { integer } from "../field.ts";
import { closed, count, orNull } from "../schemas.ts";
import { defineMethod, valueOf } from "../method.ts";
import { mintInfo } from "../mintItem.ts";
import { about, optional, params } from "../params.ts";

const MOST_MINTS = 50;
const MOST_POINTS = 100;
const BOUND: AnswerBound = { items: MOST_POINTS, bytes: 2 ** 18 };
const COST: Cost<unknown> = { units: () => 5, description: "5 units" };

const slot = integer(0, Number.MAX_SAFE_INTEGER);

const point = closed({
  slot: count("the first slot of the point"),
  blockTime: orNull(
    Type.Integer({
      description:
        "the time of the first block at or after that slot, in seconds; null if unknown",
    }),
  ),
  transactions: count(
    "compression transactions in the slots of the point, even those outside the requested range",
  ),
});

export const getIndexStatistics = defineMethod({
  summary:
    "What the index holds: exact counts, the mints with the most holders, and transactions over time.",
  params: params({
    topMints: optional(
      about(integer(0, MOST_MINTS), "how many mints to list"),
      10,
    ),
    points: optional(
      about(
        integer(2, MOST_POINTS),
        "the largest number of points of the chart",
      ),
      60,
    ),
    fromSlot: optional(
      about(
        slot,
        "the first slot of the chart; by default the first indexed one",
      ),
    ),
    toSlot: optional(
      about(
        slot,
        "the last slot of the chart; by default the last indexed one",
      ),
    ),
  }),
  cost: COST,
  bound: BOUND,
  result: valueOf(
    closed({
      firstSlot: orNull(
        count("the slot of the first indexed block; null without blocks"),
      ),
      transactions: count("compression transactions"),
      accounts: count("compressed accounts ever created"),
      unspentAccounts: count("compressed accounts that are unspent"),
      owners: count(
        "programs and wallets that own or owned compressed accounts",
      ),
      tokenOwners: count("wallets that have or had compressed tokens"),
      mints: count("mints of these tokens"),
      trees: count("known Merkle trees"),
      topMints: Type.Array(mintInfo, {
        description: "the mints with the most holders, the largest first",
      }),
      slotsPerPoint: count("slots of each point; 0 without blocks"),
      transactionsOverTime: Type.Array(point, { description: "oldest first" }),
    }),
  ),
  run: async (read, request) => {
    const statistics = await findStatistics(read, request);
    return { slot: statistics.slot, value: render(statistics) };
  },
});

function render(statistics: Statistics): string {
  const { firstSlot, counts, trees, topMints, width, chart } = statistics;
  const counted = COUNTED.map((name) => `"${name}":${counts.get(name) ?? 0}`);
  const fields = [
    `"firstSlot":${firstSlot}`,
    ...counted,
    `"trees":${trees}`,
    `"topMints":[${topMints.map(renderMint).join(",")}]`,
    `"slotsPerPoint":${width}`,
    `"transactionsOverTime":${JSON.stringify(chart)}`,
  ];
  return `{${fields.join(",")}}`;
}
