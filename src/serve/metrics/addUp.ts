interface Family {
  /** HELP and TYPE. */
  readonly head: readonly string[];
  readonly samples: Map<string, number>;
}

/** Merges the metrics of several processes: samples with the same name and labels are added, and each metric appears once. */
export function addUp(texts: readonly string[]): string {
  const families = new Map<string, Family>();
  for (const text of texts) addText(families, text);
  return render(families.values());
}

/** Counters only: those of an ended process still count, its gauges do not. */
export function withoutGauges(text: string): string {
  const families = new Map<string, Family>();
  addText(families, text);
  return render(
    families.values().filter(({ head }) => !head[1]?.endsWith(" gauge")),
  );
}

function addText(families: Map<string, Family>, text: string): void {
  const lines = text.split("\n");
  let samples = new Map<string, number>();
  for (const [i, line] of lines.entries()) {
    if (line.startsWith("# HELP ")) {
      const name = line.split(" ", 3)[2]!;
      const head = [line, lines[i + 1]!];
      const family = families.get(name) ?? { head, samples: new Map() };
      families.set(name, family);
      samples = family.samples;
    } else if (line !== "" && !line.startsWith("#")) addSample(samples, line);
  }
}

/** Label values may contain spaces; the value follows the last one. */
function addSample(samples: Map<string, number>, line: string): void {
  const at = line.lastIndexOf(" ");
  const key = line.slice(0, at);
  samples.set(key, (samples.get(key) ?? 0) + Number(line.slice(at + 1)));
}

function render(families: Iterable<Family>): string {
  const lines: string[] = [];
  for (const { head, samples } of families) {
    lines.push(...head);
    for (const [key, value] of samples) lines.push(`${key} ${value}`);
  }
  return lines.length === 0 ? "" : `${lines.join("\n")}\n`;
}
