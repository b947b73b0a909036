/** The unchanged items of a page's answer, and the cursor of the next page. */
export function itemsOf(answer: string): {
  readonly items: string[];
  readonly cursor: string | null;
} {
  const start = answer.indexOf('"items":[') + 9;
  const end = answer.lastIndexOf('],"cursor":');
  const tail = /^\],"cursor":(?:null|"([^"]*)")\}\}$/.exec(answer.slice(end));
  if (start < 9 || !tail) throw new Error("the answer is not a page of a list");
  return {
    items: splitItems(answer, start, end),
    cursor: tail[1] ?? null,
  };
}

/** Splits a list of objects at the commas between them, without parsing them. */
function splitItems(text: string, start: number, end: number): string[] {
  const items: string[] = [];
  let depth = 0;
  let from = start;
  for (let at = start; at < end; at++) {
    switch (text.charCodeAt(at)) {
      case 0x22: // a string, to its closing quote
        at = endOfString(text, at);
        break;
      case 0x7b:
        if (depth++ === 0) from = at;
        break;
      case 0x7d:
        if (--depth === 0) items.push(text.slice(from, at + 1));
    }
  }
  return items;
}

function endOfString(text: string, start: number): number {
  let at = text.indexOf('"', start + 1);
  while (isEscaped(text, at)) at = text.indexOf('"', at + 1);
  return at;
}

function isEscaped(text: string, at: number): boolean {
  let slashes = 0;
  while (text.charCodeAt(at - 1 - slashes) === 0x5c) slashes++;
  return slashes % 2 === 1;
}

/** JSON with every integer as a bigint, so that no digit is lost. */
export function parseItem(text: string): unknown {
  return JSON.parse(
    text,
    (_name, value: unknown, context?: { source?: string }) =>
      typeof value === "number" ? BigInt(context!.source!) : value,
  );
}
