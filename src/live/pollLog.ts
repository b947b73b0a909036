// Decides when to look for new entries of the change log.
import type { Slot } from "../domain/values.ts";
import type { Reader } from "../store/reader.ts";

export interface Polling {
  stop(): void;
}

const POLL_MS = 20;
/** Backfilled blocks are not announced: where the store announces blocks, the log is also read at this interval. */
const UNANNOUNCED_MS = 1_000;
/** How long to poll a standby for an announced block. */
const AWAITED_MS = 5_000;

/** Pause after a failure. */
const PAUSE_MS = 500;

/** Reads new entries. Returns the slot of the newest one, or null if it failed. */
type ReadNew = () => Promise<Slot | null>;

/** Calls `readNew` soon after each change of the store. */
export function pollLog(reader: Reader, readNew: ReadNew): Polling {
  return reader.version
    ? onVersion(reader, readNew)
    : onAnnouncement(reader, readNew);
}

/** For a store that shows within a few microseconds whether it has changed. */
function onVersion(reader: Reader, readNew: ReadNew): Polling {
  let seen: number | null = null;
  let from = 0;
  const readAt = async (version: number): Promise<void> => {
    if ((await readNew()) !== null) seen = version;
    else from = performance.now() + PAUSE_MS;
  };
  const timer = setInterval(() => {
    if (performance.now() < from) return;
    try {
      const version = reader.version!();
      if (version !== seen) void readAt(version);
    } catch {
      // A store that cannot be read is reported by the requests that need it.
    }
  }, POLL_MS).unref();
  return {
    stop: () => {
      clearInterval(timer);
    },
  };
}

function onAnnouncement(reader: Reader, readNew: ReadNew): Polling {
  let awaited: Slot | null = null;
  let until = 0;
  let last = 0;
  const readNow = async (): Promise<void> => {
    last = performance.now();
    if ((await readNew()) === awaited) awaited = null;
  };
  const unsubscribe = reader.onHead?.(({ slot }) => {
    awaited = slot;
    until = performance.now() + AWAITED_MS;
    void readNow();
  });
  const timer = setInterval(() => {
    const now = performance.now();
    const isAwaited = awaited !== null && now < until;
    if (isAwaited || now - last >= UNANNOUNCED_MS) void readNow();
  }, POLL_MS).unref();
  return {
    stop: () => {
      clearInterval(timer);
      unsubscribe?.();
    },
  };
}
