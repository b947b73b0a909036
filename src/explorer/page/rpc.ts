import { parseExact } from "../../client/bigintJson.ts";
import { apiKey } from "./apiKey.ts";
import { fetchReporting } from "./reachable.ts";

export interface Request {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** A response with the facts that the request panel shows. */
export interface Answer {
  readonly result: unknown;
  readonly milliseconds: number;
  readonly bytes: number;
}

export class Failure extends Error {
  /** The HTTP status if the request failed, else the JSON-RPC code. */
  readonly code: number;

  constructor(message: string, code: number) {
    super(message);
    this.code = code;
  }
}

/** Relative to the page's own URL, so that a path prefix is kept. */
export function endpoint(path: string): string {
  return new URL(path, location.href.split("#")[0]!.split("?")[0]).href;
}

export function body({ method, params }: Request): string {
  return JSON.stringify({ jsonrpc: "2.0", id: "1", method, params });
}

export async function call(
  request: Request,
  signal: AbortSignal,
): Promise<Answer> {
  const started = performance.now();
  const text = await post(endpoint(request.method), body(request), signal);
  const milliseconds = performance.now() - started;
  return { result: resultOf(text.answer), milliseconds, bytes: text.bytes };
}

/** Sends several requests as one batch. A failed one gives a Failure in its place. */
export async function callAll(
  requests: readonly Request[],
  signal?: AbortSignal,
): Promise<readonly unknown[]> {
  const batch = `[${requests.map(body).join(",")}]`;
  const { answer } = await post(endpoint("./"), batch, signal);
  return (answer as readonly unknown[]).map((entry) => {
    try {
      return resultOf(entry);
    } catch (failure) {
      return failure;
    }
  });
}

interface Posted {
  readonly answer: unknown;
  readonly bytes: number;
}

async function post(
  url: string,
  text: string,
  signal?: AbortSignal,
): Promise<Posted> {
  const response = await fetchReporting(url, {
    method: "POST",
    body: text,
    headers: { "content-type": "application/json", ...keyHeader() },
    ...(signal && { signal }),
  });
  const answer = await response.text();
  if (!response.ok) throw refusal(response, answer);
  return { answer: parseExact(answer), bytes: answer.length };
}

export function keyHeader(): Readonly<Record<string, string>> {
  const key = apiKey();
  return key ? { authorization: `Bearer ${key}` } : {};
}

function refusal(response: Response, text: string): Failure {
  const wait = response.headers.get("retry-after");
  if (response.status === 429)
    return new Failure(
      `Too many requests. Try again in ${wait ?? "a few"} s.`,
      429,
    );
  let why = `HTTP ${response.status}`;
  try {
    why = (JSON.parse(text) as { error: string }).error;
  } catch {
    // Not from this server: only the status of a proxy's error page is useful.
  }
  return new Failure(why, response.status);
}

function resultOf(entry: unknown): unknown {
  const { result, error } = entry as {
    result?: unknown;
    error?: { message: string; code: number };
  };
  if (error) throw new Failure(error.message, error.code);
  return result;
}
