import type { Sample } from "./samples.ts";

const WIDTH = 760;
const HEIGHT = 130;
const LEFT = 64;
const COLOURS = ["#5b3fd9", "#0f8a5f", "#c2571a", "#777"];

interface Curve {
  readonly name: string;
  readonly of: (sample: Sample) => number;
}

const PANELS: readonly (readonly Curve[])[] = [
  [
    { name: "private memory, MB", of: ({ anonMb }) => anonMb },
    { name: "of which old heap objects", of: ({ heapMb }) => heapMb },
    { name: "of which outside the heap", of: ({ externalMb }) => externalMb },
  ],
  [
    { name: "mapped files, MB", of: ({ fileMb }) => fileMb },
    { name: "size of the store", of: ({ storeMb }) => storeMb },
  ],
  [{ name: "open files", of: ({ handles }) => handles }],
  [
    { name: "p99, ms", of: ({ p99 }) => p99 },
    { name: "p50", of: ({ p50 }) => p50 },
  ],
  [{ name: "slot indexed", of: ({ slot }) => slot }],
];

/** Plots the samples: values that must stay flat, values that grow with the chain, and latencies. */
export function plotSoak(samples: readonly Sample[]): string {
  const panels = PANELS.map((curves, i) =>
    panel(curves, samples, i * (HEIGHT + 34) + 24),
  );
  const height = PANELS.length * (HEIGHT + 34) + 30;
  const minutes = (samples.at(-1)?.minute ?? 0).toFixed(0);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="system-ui, sans-serif" font-size="12">
<rect width="100%" height="100%" fill="#fff"/>
${panels.join("\n")}
<text x="${WIDTH - 16}" y="${height - 14}" text-anchor="end" fill="#666">${minutes} minutes</text>
</svg>
`;
}

function panel(
  curves: readonly Curve[],
  samples: readonly Sample[],
  top: number,
): string {
  const most = Math.max(1, ...curves.flatMap(({ of }) => samples.map(of)));
  const bottom = top + HEIGHT;
  const names = curves.map(
    ({ name }, i) => `<tspan fill="${COLOURS[i]}" dx="8">${name}</tspan>`,
  );
  const lines = curves.map(
    ({ of }, i) =>
      `<polyline points="${pointsOf(samples, of, most * 1.1, bottom)}" fill="none" stroke="${COLOURS[i]}" stroke-width="1.5"/>`,
  );
  return `<g><text x="${LEFT - 8}" y="${top - 8}">${names.join("")}</text>
<path d="M${LEFT} ${top}V${bottom}H${WIDTH - 16}" fill="none" stroke="#ccc"/>
<text x="${LEFT - 6}" y="${top + 10}" text-anchor="end" fill="#666">${(most * 1.1).toFixed(0)}</text>
<text x="${LEFT - 6}" y="${bottom}" text-anchor="end" fill="#666">0</text>
${lines.join("\n")}</g>`;
}

function pointsOf(
  samples: readonly Sample[],
  of: Curve["of"],
  most: number,
  bottom: number,
): string {
  const minutes = samples.at(-1)?.minute ?? 1;
  const points = samples.map((sample) => {
    const x = LEFT + (sample.minute / minutes) * (WIDTH - LEFT - 16);
    const y = bottom - (of(sample) / most) * HEIGHT;
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  });
  return points.join(" ");
}
