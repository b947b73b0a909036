import { readBoundedText, TooLarge } from "../codecs/boundedText.ts";
import {
  type CompressedProof,
  ProverRefused,
  ProverUnavailable,
} from "../domain/prover.ts";
import { compressProof, type ProverAnswer } from "./compressProof.ts";

/** The server failed this time: a timeout of its own, or a fault. */
export class ProverFailed extends ProverUnavailable {}

export interface ProverServerOptions {
  readonly url: URL;
  readonly apiKey: string | null;
  readonly timeoutMs: number;
}

const HEALTH_TIMEOUT_MS = 5_000;
/** A proof has less than a kilobyte. */
const MAX_ANSWER = 2 ** 16;

/** One prover, over HTTP. */
export class ProverServer {
  /** Without path and query, which may contain a key. */
  readonly origin: string;
  readonly #prove: URL;
  readonly #health: URL;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #timeoutMs: number;
  /** The reason why it cannot be used now, as far as is known; null while it answers. */
  trouble: string | null = null;

  constructor({ url, apiKey, timeoutMs }: ProverServerOptions) {
    this.origin = url.origin;
    this.#prove = beside(url, "prove");
    this.#health = beside(url, "health");
    this.#timeoutMs = timeoutMs;
    this.#headers = {
      "content-type": "application/json",
      ...(apiKey !== null && { authorization: `Bearer ${apiKey}` }),
    };
  }

  async prove(body: string): Promise<CompressedProof> {
    const request = { method: "POST", headers: this.#headers, body };
    const response = await this.#ask(this.#prove, request, this.#timeoutMs);
    const { status } = response;
    if (status === 200) return this.#read(response.text);
    if (status === 400) throw new ProverRefused(messageOf(response.text));
    if (status === 408 || status >= 500)
      throw new ProverFailed(
        `${this.origin}: HTTP ${status}: ${messageOf(response.text)}`,
      );
    throw this.#unavailable(
      status === 401 || status === 403
        ? `it refuses the API key (HTTP ${status})`
        : `HTTP ${status}`,
    );
  }

  async look(): Promise<void> {
    const { status } = await this.#ask(this.#health, {}, HEALTH_TIMEOUT_MS);
    if (status !== 200) throw this.#unavailable(`HTTP ${status} to /health`);
  }

  async #ask(
    url: URL,
    request: RequestInit,
    timeoutMs: number,
  ): Promise<{ status: number; text: string }> {
    try {
      const signal = AbortSignal.timeout(timeoutMs);
      // A redirect would take the statement, and on the same host the key, to another place.
      const own = { signal, redirect: "manual" } as const;
      const response = await fetch(url, { ...request, ...own });
      const text = await readBoundedText(response, MAX_ANSWER);
      this.trouble = null;
      return { status: response.status, text };
    } catch (cause) {
      throw this.#unavailable(whyNot(cause));
    }
  }

  #read(text: string): CompressedProof {
    try {
      return compressProof(JSON.parse(text) as ProverAnswer);
    } catch {
      throw this.#unavailable("its answer is not a proof");
    }
  }

  #unavailable(trouble: string): ProverUnavailable {
    this.trouble = trouble;
    return new ProverUnavailable(`${this.origin}: ${trouble}`);
  }
}

/** A prover may be served under a path. */
function beside(base: URL, name: string): URL {
  const url = new URL(base);
  url.pathname = `${url.pathname.replace(/\/$/, "")}/${name}`;
  return url;
}

function messageOf(text: string): string {
  try {
    const { message } = JSON.parse(text) as { message?: unknown };
    if (typeof message === "string") return message.slice(0, 200);
  } catch {
    // Proxies answer with pages of their own.
  }
  return "no reason given";
}

function whyNot(error: unknown): string {
  const { name, message, cause } = error as Error;
  if (name === "TimeoutError") return "no answer in time";
  if (error instanceof TooLarge) return `its answer has ${message}`;
  const { code } = (cause ?? {}) as NodeJS.ErrnoException;
  return code ?? message;
}
