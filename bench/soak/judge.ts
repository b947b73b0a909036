import type { Sample } from "./samples.ts";

interface Verdict {
  readonly flat: boolean;
  readonly text: string;
}

/** Allowed difference between the middle and the last third of a soak, because garbage collection is irregular. */
const SHARE = 1.05;

const MUST_BE_FLAT = [
  { name: "private memory", of: ({ anonMb }: Sample) => anonMb, slack: 8, unit: " MB" }, // prettier-ignore
  { name: "heap", of: ({ heapMb }: Sample) => heapMb, slack: 6, unit: " MB" },
  { name: "open files", of: ({ handles }: Sample) => handles, slack: 2, unit: "" }, // prettier-ignore
] as const;

/** Caches fill in the first third. A leak continues, so the last third must not exceed the middle one. */
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

/** The minimum after garbage collections: a heap fluctuates between them, and only a leak raises its minimum. */
function floor(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 10)] ?? 0;
}
