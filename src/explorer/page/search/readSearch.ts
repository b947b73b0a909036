import { decodeBase58 } from "../base58.ts";
import { NAMES } from "../knownNames.ts";
import { linkTo } from "../route.ts";

/** Possible lengths of 32 and 64 bytes in base58. */
const LONGEST = 88;

export type Kind = "key" | "signature";

/** The kinds of key the text can be, by its form alone. */
export function kindOf(text: string): Kind | null {
  if (text.length > LONGEST) return null;
  const bytes = decodeBase58(text);
  if (bytes?.length === 32) return "key";
  return bytes?.length === 64 ? "signature" : null;
}

/** A page that the search leads to. */
export interface Target {
  readonly link: string;
  readonly kind: string;
  readonly title: string;
}

/** What the text stands for: a slot, a key, a signature, or a link that contains one of them. Null if none of these. */
export function readSearch(text: string): Target | null {
  const wanted = text.trim();
  return readSlot(wanted) ?? readKey(wanted) ?? readLink(wanted);
}

/** "1020", "1,020", "#1020" or "slot 1020". */
function readSlot(text: string): Target | null {
  const [, digits] = /^(?:slot|block|#)?\s*([\d,_ ]{1,16})$/i.exec(text) ?? [];
  const slot = Number(digits?.replace(/\D/g, "") || NaN);
  if (!Number.isSafeInteger(slot)) return null;
  return {
    link: linkTo("slot", String(slot)),
    kind: "Slot",
    title: String(slot),
  };
}

function readKey(text: string): Target | null {
  const kind = kindOf(text);
  if (kind === null) return null;
  const title = NAMES[text] ?? text;
  const name = kind === "signature" ? "Transaction" : "Key";
  return { link: linkTo(text), kind: name, title };
}

/** A link to a page of an explorer: its last part that is a key or a signature, or a slot after "block" or "slot". */
function readLink(text: string): Target | null {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return null;
  const { pathname, hash, search } = new URL(text);
  const route = /^#\/?(?=[^/])/.test(hash) ? hash.slice(1) : "";
  const parts = `${pathname}/${route}/${search}`
    .split(/[/?&=]/)
    .filter(Boolean);
  for (const [at, part] of parts.entries()) {
    if (!/^(slot|block)$/i.test(part)) continue;
    const slot = readSlot(parts[at + 1] ?? "");
    if (slot) return slot;
  }
  const keys = parts.map(readKey).filter((key) => key !== null);
  return keys[0] ?? null;
}
