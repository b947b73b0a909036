export function escape(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

export function code(value: unknown): string {
  return `<code>${escape(JSON.stringify(value))}</code>`;
}
