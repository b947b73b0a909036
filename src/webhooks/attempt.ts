import type { Webhook } from "../store/webhooks/rows.ts";
import type { Poster } from "./post.ts";
import { signedHeaders } from "./signature.ts";

export interface Attempted {
  readonly hook: Webhook;
  readonly id: string;
  readonly body: string;
  /** Of this program. */
  readonly version: string;
}

export interface Trouble {
  readonly why: string;
  /** Null without an answer. */
  readonly status: number | null;
}

/** Sends a message once. Returns why that failed, or null. */
export async function attempt(
  { hook, id, body, version }: Attempted,
  poster: Poster,
  signal: AbortSignal,
): Promise<Trouble | null> {
  const { url, secret, allowPrivate } = hook;
  const headers = {
    "content-type": "application/json",
    "user-agent": `tachyon/${version}`,
    ...signedHeaders(secret, id, body),
  };
  try {
    const sent = { url, headers, body, allowPrivate };
    const status = await poster.post(sent, signal);
    if (status >= 200 && status < 300) return null;
    return { why: `the receiver answered ${status}`, status };
  } catch (error) {
    signal.throwIfAborted();
    return { why: (error as Error).message, status: null };
  }
}
