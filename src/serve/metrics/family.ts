/** A metric with its samples in the text format that Prometheus reads. */
export function family(
  name: string,
  type: "counter" | "gauge" | "histogram",
  help: string,
  lines: Iterable<string>,
): string {
  const samples = [...lines];
  return [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} ${type}`,
    ...samples,
    "",
  ].join("\n");
}
