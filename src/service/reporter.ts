import { pino } from "pino";
import { progressBar } from "./progressBar.ts";

export type LogFormat = "text" | "json";

/** The program's log: lines for people on a terminal, JSON lines elsewhere. */
export interface Reporter {
  /** `facts` are for machines; the text alone must be enough for people. */
  say(text: string, facts?: object): void;
  /** A failure that the program tolerates or retries: a node, a database server, a refused chain. */
  warn(text: string, facts?: object): void;
  /**
   * Progress. A terminal replaces the previous line and draws a bar for `facts.share` (0 to 1). Logs get a line now and
   * then: JSON `text` with the numbers as fields, or `line`, which contains the numbers.
   */
  status(text: string, facts?: object, line?: string): void;
  error(facts: object, text: string): void;
}

const LINE_EVERY_MS = 5_000;
const REDRAW_EVERY_MS = 100;

export function openReporter(
  format: LogFormat | null,
  out: NodeJS.WriteStream = process.stdout,
): Reporter {
  const chosen = format ?? (out.isTTY ? "text" : "json");
  if (chosen === "json") return jsonReporter();
  out.on("error", ignoreBrokenPipe);
  const write: Write = (text) => void out.write(text);
  if (!out.isTTY) return textReporter(write);
  return terminalReporter(write, () => out.columns);
}

/** The reader of a pipe, such as `head`, may close it; the program continues. */
function ignoreBrokenPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== "EPIPE") throw error;
}

function jsonReporter(): Reporter {
  const log = pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime });
  const say = (text: string, facts: object = {}): void => {
    log.info(facts, text);
  };
  return {
    say,
    warn: (text, facts = {}) => {
      log.warn(facts, text);
    },
    status: atMostEvery(LINE_EVERY_MS, (text, facts) => {
      say(text, facts);
    }),
    error: (facts, text) => {
      log.error(facts, text);
    },
  };
}

type Write = (text: string) => void;

function textReporter(write: Write): Reporter {
  const at = (level: string, text: string): void => {
    write(`${new Date().toISOString()} ${level.padEnd(5)} ${text}\n`);
  };
  return {
    say: (text) => {
      at("info", text);
    },
    warn: (text) => {
      at("warn", text);
    },
    status: atMostEvery(LINE_EVERY_MS, (text, _facts, line = text) => {
      at("info", line);
    }),
    error: (facts, text) => {
      at("error", `${text}: ${reasonIn(facts)}`);
    },
  };
}

const CLEAR_LINE = "\r\u001b[2K";

function terminalReporter(write: Write, width: () => number): Reporter {
  const draw: Reporter["status"] = (text, facts, line = text) => {
    const { share } = (facts ?? {}) as { share?: number };
    const drawn = share === undefined ? line : `${progressBar(share)} ${line}`;
    write(CLEAR_LINE + drawn.slice(0, width() - 1));
  };
  return {
    ...textReporter((text) => {
      write(CLEAR_LINE + text);
    }),
    status: atMostEvery(REDRAW_EVERY_MS, draw),
  };
}

function reasonIn(facts: object): string {
  const { err } = facts as { err?: Partial<Error> };
  return err?.stack ?? err?.message ?? "";
}

/** Passes on the first call and then one per interval; the others are dropped, because a newer one follows. */
export function atMostEvery<Args extends unknown[]>(
  ms: number,
  call: (...args: Args) => void,
): (...args: Args) => void {
  let last = -Infinity;
  return (...args) => {
    if (performance.now() - last < ms) return;
    last = performance.now();
    call(...args);
  };
}
