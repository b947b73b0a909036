import { bytesOf, u64At } from "./decodeAccount.ts";
import { digits } from "./format.ts";

/** An extension of a token account, in words. */
export interface Extension {
  readonly name: string;
  readonly text: string;
}

interface Kind {
  readonly name: string;
  readonly size: number;
  readonly read: (bytes: Uint8Array) => string;
}

/** By tag. The sizes are those of the extensions after their tags. */
const KINDS: Readonly<Record<number, Kind>> = {
  27: { name: "Pausable", size: 0, read: () => "yes" },
  28: { name: "Permanent delegate", size: 0, read: () => "yes" },
  29: {
    name: "Transfer fee",
    size: 8,
    read: (b) => `${digits(u64At(b, 0))} withheld`,
  },
  30: {
    name: "Transfer hook",
    size: 1,
    read: (b) => (b[0] ? "transferring" : "yes"),
  },
  31: { name: "Compressed from chain", size: 17, read: compressedOnly },
};

/** An account that was compressed and closed on chain. */
function compressedOnly(bytes: Uint8Array): string {
  const ata = bytes[16] === 1 ? ", an associated account" : "";
  return `${digits(u64At(bytes, 0))} delegated, ${digits(u64At(bytes, 8))} withheld${ata}`;
}

/** The extensions up to the first one of unknown size, which is shown as bytes with what follows. */
export function decodeExtensions(tlv: string): readonly Extension[] {
  const bytes = bytesOf(tlv);
  if (bytes.length < 4) return [];
  const count = new DataView(bytes.buffer).getUint32(0, true);
  const found: Extension[] = [];
  for (let at = 4; found.length < count && at < bytes.length;) {
    const kind = KINDS[bytes[at]!];
    const end = at + 1 + (kind?.size ?? 0);
    if (!kind || end > bytes.length)
      return [...found, { name: "Extensions", text: hex(bytes.subarray(at)) }];
    found.push({
      name: kind.name,
      text: kind.read(bytes.subarray(at + 1, end)),
    });
    at = end;
  }
  return found;
}

const hex = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join(" ");
