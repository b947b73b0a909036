import type { Sample } from "./samples.ts";

const WIDTH = 760;
const HEIGHT = 130;
const LEFT = 64;

interface Curve {
  readonly title: string;
  readonly of: (sample: Sample) => number;
}

const CURVES: readonly Curve[] = [
  { title: "memory, MB", of: ({ rssMb }) => rssMb },
  { title: "old generation of the heap, MB", of: ({ heapMb }) => heapMb },
  { title: "open files", of: ({ handles }) => handles },
  { title: "p99, ms", of: ({ p99 }) => p99 },
  { title: "slot indexed", of: ({ slot }) => slot },
];

/** The samples as one picture: a curve for each thing that must stay flat, and the slot, which must not. */
export function plotSoak(samples: readonly Sample[]): string {
  const panels = CURVES.map((curve, i) =>
    panel(curve, samples, i * (HEIGHT + 34) + 24),
  );
  const height = CURVES.length * (HEIGHT + 34) + 30;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="system-ui, sans-serif" font-size="12">
<rect width="100%" height="100%" fill="#fff"/>
${panels.join("\n")}
</svg>
`;
}

function panel({ title, of }: Curve, samples: readonly Sample[], top: number) {
  const most = Math.max(1, ...samples.map(of)) * 1.1;
  const minutes = samples.at(-1)?.minute ?? 1;
  const points = samples.map((sample) => {
    const x = LEFT + (sample.minute / minutes) * (WIDTH - LEFT - 16);
    const y = top + HEIGHT - (of(sample) / most) * HEIGHT;
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  });
  const bottom = top + HEIGHT;
  return `<g><text x="${LEFT}" y="${top - 8}" fill="#333">${title}, over ${minutes.toFixed(0)} minutes</text>
<path d="M${LEFT} ${top}V${bottom}H${WIDTH - 16}" fill="none" stroke="#ccc"/>
<text x="${LEFT - 6}" y="${top + 10}" text-anchor="end" fill="#666">${most.toFixed(0)}</text>
<text x="${LEFT - 6}" y="${bottom}" text-anchor="end" fill="#666">0</text>
<polyline points="${points.join(" ")}" fill="none" stroke="#5b3fd9" stroke-width="1.5"/></g>`;
}
