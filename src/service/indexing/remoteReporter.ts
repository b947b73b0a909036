import { pino } from "pino";
import type { Reporter } from "../reporter.ts";
import type { ReporterCall } from "./messages.ts";

/** A reporter for a thread without output: it sends each call to the first thread. */
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

/** Makes a call that a remote reporter sent. */
export function callReporter(
  reporter: Reporter,
  [method, ...args]: ReporterCall,
): void {
  (reporter[method] as (...args: readonly unknown[]) => void)(...args);
}

/** An error as a plain object. A posted Error would lose its class and code, or fail to clone.  */
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
