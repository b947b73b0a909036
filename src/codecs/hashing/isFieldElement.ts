import { FIELD_ORDER } from "./field.ts";

const LIMIT = Buffer.from(FIELD_ORDER.toString(16).padStart(64, "0"), "hex");

/** Whether 32 big-endian bytes can be hashed. */
export function isFieldElement(bytes: Uint8Array): boolean {
  return bytes[0]! < LIMIT[0]! || Buffer.compare(bytes, LIMIT) < 0;
}
