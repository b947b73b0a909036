import type { IncomingMessage } from "node:http";
import { Worker } from "node:worker_threads";
import { SHADOW_HEADER } from "../../comparing/shadow/shadow.ts";
import { threadFile } from "../../ingest/threadFile.ts";
import { joinChunks, type Text } from "../../render/text.ts";
import type { Mirror, SentAnswer } from "../../rpc/http/mirror.ts";
import { Bucket } from "../../serve/access/bucket.ts";
import type {
  ShadowCounts,
  ShadowSkip,
} from "../../serve/metrics/shadowMetrics.ts";
import type { MaybePromise } from "../../store/maybePromise.ts";
import type { Reporter } from "../reporter.ts";
import { keyHeaders } from "./forwardedHeaders.ts";
import type {
  ShadowCommand,
  ShadowMessage,
  ShadowSettings,
} from "./messages.ts";
import { ShadowLog } from "./shadowLog.ts";

export interface ShadowThreadOptions extends ShadowSettings {
  /** The share of requests, from 0 to 1. */
  readonly share: number;
  readonly forwardKeys: boolean;
  /** Sends a request to this server, without a caller. */
  readonly askThis: (body: Buffer) => MaybePromise<Text | null>;
  readonly reporter: Reporter;
  /** The program of the thread, if it is not the usual one. */
  readonly program?: URL;
}

const THREAD = threadFile(import.meta, "thread");

/** Requests whose answers are being sent or compared. */
const MAX_IN_FLIGHT = 8;
/** Copying a longer answer to the thread would delay the next request. */
const MAX_ANSWER = 2 ** 20;
const MAX_HEAP_MIB = 256;
const RESTART_MS = 1_000;

/**
 * Sends a share of the requests to another server, in a separate thread: parsing and comparing answers would delay
 * callers, and the thread's heap has a limit.
 */
export class ShadowThread implements Mirror, ShadowCounts {
  readonly calls = new Map<string, number>();
  readonly skipped = new Map<ShadowSkip, number>();
  readonly #options: ShadowThreadOptions;
  readonly #bucket: Bucket;
  readonly #log: ShadowLog;
  /** Null after it has ended unexpectedly, until it is started again. */
  #thread: Worker | null;
  #unsent = 0;
  #comparing = 0;
  #closed = false;

  constructor(options: ShadowThreadOptions) {
    this.#options = options;
    const { rate: perSecond, url, reporter } = options;
    const rate = { perSecond, burst: Math.max(1, perSecond / 10) };
    this.#bucket = new Bucket(rate, performance.now());
    this.#log = new ShadowLog(new URL(url).origin, reporter);
    this.#thread = this.#start();
  }

  get inFlight(): number {
    return this.#unsent + this.#comparing;
  }

  takes(request: IncomingMessage, length: number): boolean {
    if (Math.random() >= this.#options.share) return false;
    if (request.headers[SHADOW_HEADER] !== undefined) return false;
    const why = this.#reasonToSkip(length);
    if (why === null) this.#unsent++;
    else this.#skip(why);
    return why === null;
  }

  #reasonToSkip(length: number): ShadowSkip | null {
    if (!this.#thread) return "failed";
    if (this.inFlight >= MAX_IN_FLIGHT) return "busy";
    if (length > MAX_ANSWER) return "too_large";
    const now = performance.now();
    if (this.#bucket.units(now) < 1) return "rate";
    this.#bucket.take(1, now);
    return null;
  }

  sent({ request, body, answer }: SentAnswer): void {
    this.#unsent--;
    if (!this.#thread) {
      this.#skip("failed");
      return;
    }
    this.#comparing++;
    const headers = this.#options.forwardKeys ? keyHeaders(request) : {};
    const text = joinChunks(answer);
    const exchange = { body: body.toString(), answer: text, headers };
    this.#send({ kind: "compare", exchange });
  }

  left(): void {
    this.#unsent--;
    this.#skip("caller_left");
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#thread?.terminate();
  }

  #start(): Worker {
    const { url, rate, program = THREAD } = this.#options;
    const workerData: ShadowSettings = { url, rate };
    const limits = { maxOldGenerationSizeMb: MAX_HEAP_MIB };
    const thread = new Worker(program, { workerData, resourceLimits: limits });
    thread.unref();
    thread.on("message", (message: ShadowMessage) => {
      this.#receive(message);
    });
    thread.once("error", (err) => {
      this.#log.error(err);
    });
    thread.once("exit", () => {
      this.#ended();
    });
    return thread;
  }

  /** The current comparisons are lost, which only makes the sample smaller. */
  #ended(): void {
    this.#thread = null;
    if (this.#closed) return;
    this.#skip("failed", this.#comparing);
    this.#comparing = 0;
    setTimeout(() => {
      if (!this.#closed) this.#thread = this.#start();
    }, RESTART_MS).unref();
  }

  #receive(message: ShadowMessage): void {
    if (message.kind === "ask") {
      void this.#answer(message.callId, message.body);
      return;
    }
    this.#comparing--;
    if (message.kind === "failed") {
      this.#skip("failed");
      this.#log.error(new Error(message.why));
      return;
    }
    if (message.leftOut > 0) this.#skip("batch", message.leftOut);
    for (const call of message.calls) {
      const { method, meaning, kind } = call;
      const labels = `method="${method}",meaning="${meaning}",kind="${kind}"`;
      this.calls.set(labels, (this.calls.get(labels) ?? 0) + 1);
      this.#log.add(call);
    }
  }

  async #answer(callId: number, body: string): Promise<void> {
    const answer = await this.#options.askThis(Buffer.from(body));
    const text = joinChunks(answer ?? "");
    this.#send({ kind: "answer", callId, text });
  }

  #send(command: ShadowCommand): void {
    this.#thread?.postMessage(command);
  }

  #skip(why: ShadowSkip, count = 1): void {
    this.skipped.set(why, (this.skipped.get(why) ?? 0) + count);
  }
}
