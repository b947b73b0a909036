import { progressBar } from "../service/progressBar.ts";
import { atMostEvery } from "../service/reporter.ts";

const REDRAW_EVERY_MS = 100;
const CLEAR_LINE = "\r\u001b[2K";

export interface Progress {
  show(share: number, text: string): void;
  /** Removes the bar, before the result is printed. */
  end(): void;
}

/** A bar on a terminal, beside an output that may go to a file; nothing elsewhere. */
export function openProgress(out: NodeJS.WriteStream): Progress {
  if (!out.isTTY) return { show: () => undefined, end: () => undefined };
  return {
    show: atMostEvery(REDRAW_EVERY_MS, (share, text) => {
      const line = `${progressBar(share)} ${text}`;
      out.write(CLEAR_LINE + line.slice(0, out.columns - 1));
    }),
    end: () => void out.write(CLEAR_LINE),
  };
}
