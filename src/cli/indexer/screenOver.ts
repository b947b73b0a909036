import { pino } from "pino";
import type { Screen } from "../screen.ts";
import type { Shown } from "./indexer.ts";

/** The screen of a thread that has none: another one shows what it is told. */
export function screenOver(tell: (shown: Shown) => void): Screen {
  return {
    say: (text, facts) => {
      tell(["say", text, facts]);
    },
    status: (text, facts) => {
      tell(["status", text, facts]);
    },
    error: (facts, text) => {
      tell(["error", sendable(facts), text]);
    },
  };
}

/** An error as a log shows it. Sent as it is, it would arrive without its class and its code, or not at all for what it carries. */
function sendable(facts: { readonly err?: unknown }): object {
  if (!(facts.err instanceof Error)) return facts;
  const { type, message, stack, code } = pino.stdSerializers.err(facts.err);
  return { ...facts, err: { type, message, stack, code: codeOf(code) } };
}

function codeOf(code: unknown): string | number | undefined {
  return typeof code === "string" || typeof code === "number"
    ? code
    : undefined;
}
