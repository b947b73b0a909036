import type { MintMetadata } from "../../domain/mint.ts";
import type { ByteReader } from "../reader.ts";

/** In bytes. Metaplex allows, and pads to, 32, 10 and 200; Token-2022 has no limit of its own. */
const LONGEST = { name: 128, symbol: 32, uri: 512 } as const;

const utf8 = new TextDecoder("utf-8", { fatal: true });
/** Control characters, and those that turn the direction of the text after them. */
const UNPRINTABLE = /[\p{Cc}\p{Bidi_Control}]/gu;

/** Name, symbol and URI as three borsh strings. */
export function readMetadata(reader: ByteReader): MintMetadata {
  return {
    name: readText(reader, LONGEST.name),
    symbol: readText(reader, LONGEST.symbol),
    uri: readText(reader, LONGEST.uri),
  };
}

/** Null if the text is empty, too long or not UTF-8. */
function readText(reader: ByteReader, longest: number): string | null {
  const bytes = reader.bytes(reader.u32());
  if (bytes.length > longest) return null;
  try {
    const text = utf8.decode(bytes).replace(UNPRINTABLE, "").trim();
    return text === "" ? null : text;
  } catch {
    return null;
  }
}
