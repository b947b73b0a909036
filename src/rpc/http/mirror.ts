import type { IncomingMessage, ServerResponse } from "node:http";
import type { Text } from "../../render/text.ts";

/** A request and its answer. */
export interface SentAnswer {
  readonly request: IncomingMessage;
  readonly body: Buffer;
  readonly answer: Text;
}

/** Receives some of the requests with their answers. Its methods run between requests, so they must return quickly. */
export interface Mirror {
  /** Whether to take a request whose answer has this many characters. Each one taken ends in `sent` or `left`. */
  takes(request: IncomingMessage, length: number): boolean;
  /** The answer has been sent. */
  sent(exchange: SentAnswer): void;
  /** The caller disconnected before its answer. */
  left(): void;
}

/** Passes a request to the mirror after its answer has been sent. */
export function mirrorAnswer(
  mirror: Mirror,
  request: IncomingMessage,
  response: ServerResponse,
  body: Buffer,
  answer: Text | null,
): void {
  // The caller may have disconnected while the call waited.
  if (answer === null || response.destroyed) return;
  if (!mirror.takes(request, answer.length)) return;
  const kept = typeof answer === "string" ? answer : answer.copy();
  response.once("close", () => {
    if (response.writableFinished) mirror.sent({ request, body, answer: kept });
    else mirror.left();
  });
}
