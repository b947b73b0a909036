import type { Sample } from "./samples.ts";

interface Verdict {
  readonly flat: boolean;
  readonly text: string;
}

/** What may differ between the middle third of a soak and its last: collections come when they come. */
const SHARE = 1.05;

const MUST_BE_FLAT = [
  { name: "memory of its own", of: ({ anonMb }: Sample) => anonMb, slack: 8, unit: " MB" }, // prettier-ignore
  { name: "heap", of: ({ heapMb }: Sample) => heapMb, slack: 6, unit: " MB" },
  { name: "open files", of: ({ handles }: Sample) => handles, slack: 2, unit: "" }, // prettier-ignore
] as const;

/** Caches fill in the first third; a leak goes on, so the last third must not stand above the middle one. */
export function judge(samples: readonly Sample[]): readonly Verdict[] {
  const third = Math.ceil(samples.length / 3);
  const middle = samples.slice(third, 2 * third);
  const last = samples.slice(2 * third);
  return MUST_BE_FLAT.map(({ name, of, slack, unit }) => {
    const [before, after] = [floor(middle.map(of)), floor(last.map(of))];
    const flat = after <= before * SHARE + slack;
    const how = flat ? "flat" : "NOT FLAT";
    return { flat, text: `${how}: ${name}, ${before} then ${after}${unit}` };
  });
}

/** What is left after collections: a heap goes up and down between them, and only a leak raises its floor. */
function floor(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 10)] ?? 0;
}
