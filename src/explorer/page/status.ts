import { fetchReporting, onReachable } from "./reachable.ts";
import { endpoint } from "./rpc.ts";

/** The response of `GET /status`, as far as it is shown. */
export interface Status {
  readonly version: string;
  readonly slot: number;
  /** `genesis:` and the genesis hash, or `file:` for a recording. */
  readonly chain?: string | null;
  /** Slots behind the chain; null if no chain is followed. */
  readonly lag: number | null;
  /** The time those slots take. */
  readonly lagSeconds: number | null;
  readonly storeBytes: number | null;
  /** Compression transactions indexed per second, one value per interval, oldest first. */
  readonly rates: readonly number[];
}

export const EVERY_MS = 2_000;

type Listener = (status: Status | null) => void;

const listeners = new Set<Listener>();
let latest: Status | null = null;

/** Calls `react` with the latest status, and with each later one. Null: the server did not answer. */
export function onStatus(react: Listener, signal?: AbortSignal): void {
  listeners.add(react);
  signal?.addEventListener("abort", () => listeners.delete(react));
  react(latest);
}

/** Asks for the status while the page is visible. It is unknown as soon as any request gets no answer. */
export function keepStatus(): void {
  const tick = async (): Promise<void> => {
    if (document.visibilityState === "visible") tell(await readStatus());
    setTimeout(() => void tick(), EVERY_MS);
  };
  onReachable(() => {
    tell(null);
  });
  void tick();
}

function tell(status: Status | null): void {
  latest = status;
  for (const react of listeners) react(status);
}

async function readStatus(): Promise<Status | null> {
  try {
    const response = await fetchReporting(endpoint("status"));
    return response.ok ? ((await response.json()) as Status) : null;
  } catch {
    return null;
  }
}
