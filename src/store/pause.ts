import { setImmediate as nextTurn } from "node:timers/promises";

/** Long beside what a turn costs, short beside what a caller notices. */
const LONGEST_MS = 2;

/** Called between the steps of a long work: undefined to go on, or a promise that lets everybody else have their turn first. */
export type Pause = () => Promise<void> | undefined;

/** For a thread that has nobody else to attend to. */
export const noPause: Pause = () => undefined;

/** For a thread that also answers requests. */
export function politePause(): Pause {
  let since = performance.now();
  return () => {
    if (performance.now() - since < LONGEST_MS) return undefined;
    return nextTurn().then(() => {
      since = performance.now();
    });
  };
}

/** Takes one step after the other, with pauses for others, and gives what the last one leaves. */
export async function politely<T>(
  steps: Iterator<unknown, T>,
  pause: Pause,
): Promise<T> {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    const others = pause();
    if (others) await others;
  }
}
