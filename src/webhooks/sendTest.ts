import { randomUUID } from "node:crypto";
import type { Webhook } from "../store/webhooks/rows.ts";
import { attempt } from "./attempt.ts";
import { renderMessage } from "./message.ts";
import type { Poster } from "./post.ts";

/** Sends a change without items. Returns why that failed, or null. */
export async function sendTest(
  hook: Webhook,
  poster: Poster,
  version: string,
): Promise<string | null> {
  const body = renderMessage(hook.list, {
    context: hook.state.position ?? { slot: 0, blockhash: "" },
    ...{ removed: [], added: [], undone: false, more: false },
  });
  const id = `${hook.id}-test-${randomUUID()}`;
  const signal = new AbortController().signal;
  const trouble = await attempt({ hook, id, body, version }, poster, signal);
  return trouble && trouble.why;
}
