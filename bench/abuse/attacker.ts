// One kind of load in a separate process. It runs until the parent stops it, and then reports its outcome.
import { askOfMany, askWithoutPause, pushWithoutWaiting } from "../../test/serve/load.ts"; // prettier-ignore

export interface Attack {
  readonly kind: "asks again" | "does not wait" | "overloads";
  readonly base: string;
  readonly body: string;
  readonly connections: number;
}

const { kind, base, body, connections } = JSON.parse(
  process.argv[2]!,
) as Attack;
const FROM = "127.0.0.2";

function begin() {
  if (kind === "overloads") {
    const { counts, stop } = askOfMany(base, body, connections);
    return { outcome: () => counts, stop };
  }
  const attack = kind === "asks again" ? askWithoutPause : pushWithoutWaiting;
  const { statuses, stop } = attack(base, FROM, body, connections);
  return { outcome: () => Object.fromEntries(statuses), stop };
}

const load = begin();
process.on("message", () => {
  void load.stop().then(() => {
    process.send?.(load.outcome());
    process.disconnect?.();
  });
});
