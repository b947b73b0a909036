import { setTimeout as sleep } from "node:timers/promises";

/** Waits for what must come true, and fails with the last reason if it does not. */
export async function eventually(
  check: () => Promise<boolean> | boolean,
  withinMs = 30_000,
): Promise<void> {
  const end = Date.now() + withinMs;
  for (;;) {
    const done = await (async () => check())().catch((error: unknown) => error);
    if (done === true) return;
    if (Date.now() > end) {
      throw new Error("it did not come true", { cause: done });
    }
    await sleep(50);
  }
}
