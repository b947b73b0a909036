import type { MintInfo } from "../items.ts";

const LONGEST_NAME = 32;

/** Control characters, and characters that show nothing. */
const UNSEEN = /[\p{C}\p{Default_Ignorable_Code_Point}\u2800]/gu;
/** Marks over and under a character; more than two would reach into other lines. */
const PILED_MARKS = /(\p{M}{2})\p{M}+/gu;

/** Names are anybody's text: without unseen characters, and bounded in length and height. */
export function plainText(text: string | null, longest = LONGEST_NAME): string {
  const seen = (text ?? "").replace(UNSEEN, "").replace(PILED_MARKS, "$1");
  const characters = Array.from(seen.trim());
  if (characters.length <= longest) return characters.join("");
  return `${characters.slice(0, longest).join("")}…`;
}

/** What to call the mint in a line: its symbol, else its name. */
export function nameOf({ symbol, name }: MintInfo): string | null {
  return plainText(symbol, 12) || plainText(name) || null;
}
