// Whether the server answers. Requests report it; views that show it, or wait for the server to return, listen.

const CHANGED = "tachyon:reachable";

let reachable = true;

export function isReachable(): boolean {
  return reachable;
}

/** Called after each request: any answer of the server counts, also a refusal. */
function reportReachable(answered: boolean): void {
  if (answered === reachable) return;
  reachable = answered;
  dispatchEvent(new Event(CHANGED));
}

/** Calls `react` now and whenever the server is lost or returns. */
export function onReachable(react: () => void, signal?: AbortSignal): void {
  addEventListener(CHANGED, react, signal ? { signal } : {});
  react();
}

/** Calls `retry` once, as soon as the server answers again. */
export function whenReachable(retry: () => void): void {
  const react = (): void => {
    if (!reachable) return;
    removeEventListener(CHANGED, react);
    retry();
  };
  addEventListener(CHANGED, react);
}

/** `fetch` that reports whether there was an answer. */
export async function fetchReporting(
  url: string,
  options: RequestInit = {},
): Promise<Response> {
  try {
    const response = await fetch(url, options);
    reportReachable(true);
    return response;
  } catch (failure) {
    if (!options.signal?.aborted) reportReachable(false);
    throw failure;
  }
}
