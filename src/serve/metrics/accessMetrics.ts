import type { Server } from "node:net";
import type { RefusalCounts } from "../access/access.ts";
import type { Overload } from "../access/overload.ts";
import { family } from "./family.ts";

export interface AccessFacts {
  readonly refused: RefusalCounts;
  readonly overload: Overload;
  readonly front: Server;
}

/** Refused requests and open connections. */
export async function renderAccess(facts: AccessFacts): Promise<string> {
  const refused = "tachyon_refused_total";
  const shed = "tachyon_shed_total";
  const connections = "tachyon_connections";
  const open = await new Promise<number>((resolve) => {
    facts.front.getConnections((_error, count) => {
      resolve(count);
    });
  });
  return [
    family(
      refused,
      "counter",
      "Requests refused before they were read, by HTTP status.",
      [...facts.refused.counts].map(
        ([status, count]) => `${refused}{status="${status}"} ${count}`,
      ),
    ),
    family(shed, "counter", "Calls refused because of overload.", [
      `${shed} ${facts.overload.shed}`,
    ]),
    family(connections, "gauge", "Open connections.", [
      `${connections} ${open}`,
    ]),
  ].join("");
}
