import { pino } from "pino";
import type { Reporter } from "../reporter.ts";
import type { ReporterCall } from "./messages.ts";

/** The screen of a thread that has none: another one shows what it is told. */
export function remoteReporter(send: (call: ReporterCall) => void): Reporter {
  return {
    say: (text, facts) => {
      send(["say", text, facts]);
    },
    warn: (text, facts) => {
      send(["warn", text, facts && sendable(facts)]);
    },
    status: (text, facts, line) => {
      send(["status", text, facts, line]);
    },
    error: (facts, text) => {
      send(["error", sendable(facts), text]);
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
