import type { Pause } from "../store/pause.ts";
import type { Steps } from "./decode/steps.ts";

/** With pauses for others. */
export async function politely<T>(steps: Steps<T>, pause: Pause): Promise<T> {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    const others = pause();
    if (others) await others;
  }
}
