import { setImmediate as nextTurn } from "node:timers/promises";

/** Long beside what a turn costs, short beside what a caller notices. */
const LONGEST_MS = 2;

/** Called between the steps of a long work: undefined to go on, or a promise that lets everybody else have their turn first. */
export type Pause = () => Promise<void> | undefined;

/** For a thread that has nobody else to attend to, or does nothing long. */
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

/** One step after the other, with pauses for others. */
export async function forEachPolitely<T>(
  items: Iterable<T>,
  pause: Pause,
  step: (item: T) => void,
): Promise<void> {
  for (const item of items) {
    step(item);
    const others = pause();
    if (others) await others;
  }
}
