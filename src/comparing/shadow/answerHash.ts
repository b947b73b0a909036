import { createHash } from "node:crypto";
import type { Reply } from "../replies.ts";

const HEX_DIGITS = 16;

/**
 * Identifies an answer in the log: equal answers have equal hashes, whatever the order of their fields. Null without an
 * answer.
 */
export function answerHash(reply: Reply): string | null {
  if (reply.kind === "none") return null;
  const said = reply.kind === "answer" ? reply.value : reply.code;
  const text = JSON.stringify(said, sortFields) as string | undefined;
  const hash = createHash("sha256").update(text ?? "");
  return hash.digest("hex").slice(0, HEX_DIGITS);
}

function sortFields(_key: string, value: unknown): unknown {
  if (typeof value === "bigint") {
    const double = Number(value);
    return Number.isSafeInteger(double) ? double : String(value);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return value;
  return Object.fromEntries(
    Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}
