import { readBoundedText } from "../codecs/boundedText.ts";
import { createPace } from "./pace.ts";

export interface SenderOptions {
  /** Requests a second. */
  readonly rate: number;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Receives the duration of each answer, from sending the request to the last byte. */
  readonly onAnswer?: (ms: number) => void;
  /** The longest answer that is read; without it, any. */
  readonly maxBytes?: number;
}

/** A fetch with a limited rate and a time limit that reads the whole answer. */
export function createSender(options: SenderOptions): typeof fetch {
  const { rate, timeoutMs, signal, onAnswer, maxBytes = Infinity } = options;
  const pace = createPace(rate, signal);
  return async (target, init) => {
    await pace();
    const timeout = AbortSignal.timeout(timeoutMs);
    const both = AbortSignal.any([signal, timeout]);
    const started = performance.now();
    const response = await fetch(target, { ...init!, signal: both });
    // A hosted server may send the head in time and the body late.
    const text = await readBoundedText(response, maxBytes);
    onAnswer?.(performance.now() - started);
    return new Response(text, response);
  };
}
