import { base58 } from "@scure/base";

export const encodeBase58 = (bytes: Uint8Array): string => base58.encode(bytes);

/** Null if a character is not in the alphabet. */
export function decodeBase58(text: string): Uint8Array | null {
  try {
    return base58.decode(text);
  } catch {
    return null;
  }
}
