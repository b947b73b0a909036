// When to look for new entries of the change log.
import type { Slot } from "../domain/values.ts";
import type { Reader } from "../store/reader.ts";

export interface Wake {
  stop(): void;
}

const LOOK_MS = 20;
/** Where blocks are announced, what is not announced (older blocks that are filled in) is found this much later. */
const SELDOM_MS = 1_000;
/** How long a standby is asked for an announced block at short intervals. */
const AWAITED_MS = 5_000;

/** After a look that failed. */
const PAUSE_MS = 500;

/** Looks for new entries. Returns the newest slot it has seen, or null if it failed. */
type Look = () => Promise<Slot | null>;

/** Calls `look` soon after each change of the store. */
export function wakeOf(reader: Reader, look: Look): Wake {
  return reader.version
    ? onVersion(reader, look)
    : onAnnouncement(reader, look);
}

/** The store says for a few microseconds' work whether it has changed. */
function onVersion(reader: Reader, look: Look): Wake {
  let seen: number | null = null;
  let from = 0;
  const lookAt = async (version: number): Promise<void> => {
    if ((await look()) !== null) seen = version;
    else from = performance.now() + PAUSE_MS;
  };
  const timer = setInterval(() => {
    if (performance.now() < from) return;
    try {
      const version = reader.version!();
      if (version !== seen) void lookAt(version);
    } catch {
      // A store that cannot be read is reported by the requests that need it.
    }
  }, LOOK_MS).unref();
  return {
    stop: () => {
      clearInterval(timer);
    },
  };
}

function onAnnouncement(reader: Reader, look: Look): Wake {
  let awaited: Slot | null = null;
  let until = 0;
  let last = 0;
  const lookNow = async (): Promise<void> => {
    last = performance.now();
    if ((await look()) === awaited) awaited = null;
  };
  const forget = reader.onHead?.(({ slot }) => {
    awaited = slot;
    until = performance.now() + AWAITED_MS;
    void lookNow();
  });
  const timer = setInterval(() => {
    const now = performance.now();
    const isAwaited = awaited !== null && now < until;
    if (isAwaited || now - last >= SELDOM_MS) void lookNow();
  }, LOOK_MS).unref();
  return {
    stop: () => {
      clearInterval(timer);
      forget?.();
    },
  };
}
