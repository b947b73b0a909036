import { createDispatch } from "../../rpc/dispatch/dispatch.ts";
import type { DispatchOptions } from "../../rpc/dispatch/dispatchOptions.ts";
import type { ShadowFlags } from "../../settings/shadowFlags.ts";
import type { Reporter } from "../reporter.ts";
import { ShadowThread } from "../shadow/shadowThread.ts";

/** Marks log lines of requests that this server sends to itself. */
const REQUEST_ID = "shadow";

/** The comparison with another server, if configured. `processes` share its rate. */
export function openShadow(
  flags: ShadowFlags,
  options: DispatchOptions,
  reporter: Reporter,
  processes: number,
): ShadowThread | null {
  const url = flags["shadow-url"];
  const share = flags["shadow-share"];
  if (!url || share === 0) return null;
  // Without an observer, because these calls are not from callers.
  const dispatch = createDispatch(options);
  return new ShadowThread({
    ...{ url: url.href, share, reporter },
    rate: flags["shadow-rate"] / processes,
    forwardKeys: flags["shadow-forward-keys"],
    askThis: (body) => dispatch(body, "/", REQUEST_ID),
  });
}
