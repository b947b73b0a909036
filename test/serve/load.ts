import { readFileSync } from "node:fs";
import { once } from "node:events";
import { Agent, request, type IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { closed, open } from "./sockets.ts";

export interface Answered {
  readonly status: number;
  readonly text: string;
  readonly milliseconds: number;
}

/** A client with its own address that waits for each response. */
export class Client {
  readonly #agent: Agent;
  readonly #base: string;

  constructor(base: string, from = "127.0.0.1", connections = Infinity) {
    this.#base = base;
    this.#agent = new Agent({
      keepAlive: true,
      maxSockets: connections,
      localAddress: from,
    });
  }

  async ask(body: string): Promise<Answered> {
    const started = performance.now();
    const sent = request(this.#base, {
      agent: this.#agent,
      method: "POST",
      headers: { "content-type": "application/json" },
    }).end(body);
    const [response] = (await once(sent, "response")) as [IncomingMessage];
    const answer = await text(response);
    const milliseconds = performance.now() - started;
    return { status: response.statusCode!, text: answer, milliseconds };
  }

  /** One question after the other, with a pause between. */
  async askOften(body: string, times: number, pauseMs: number) {
    const answers: Answered[] = [];
    for (let i = 0; i < times; i++) {
      answers.push(await this.ask(body));
      await sleep(pauseMs);
    }
    return answers;
  }

  close(): void {
    this.#agent.destroy();
  }
}

/** A client that sends the next request on each connection as soon as it gets a response. */
export function askWithoutPause(
  base: string,
  from: string,
  body: string,
  connections: number,
) {
  const client = new Client(base, from, connections);
  const statuses = new Map<number, number>();
  let going = true;
  const one = async (): Promise<void> => {
    while (going) count(statuses, (await client.ask(body)).status);
  };
  const all = Array.from({ length: connections }, one);
  const stop = async (): Promise<void> => {
    going = false;
    await Promise.all(all);
    client.close();
  };
  return { statuses, stop };
}

function count(statuses: Map<number, number>, status: number): void {
  statuses.set(status, (statuses.get(status) ?? 0) + 1);
}

/** A client that sends as fast as the network allows without waiting for responses, and reopens closed connections. */
export function pushWithoutWaiting(
  base: string,
  from: string,
  body: string,
  connections: number,
) {
  const head = `POST / HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`;
  const several = (head + body).repeat(20);
  const statuses = new Map<number, number>();
  const going = new AbortController();
  const { signal } = going;
  const one = async (): Promise<void> => {
    while (!signal.aborted) {
      const socket = await open(base, from);
      socket.on("data", (chunk: Buffer) => {
        for (const [, status] of chunk.toString("latin1").matchAll(STATUS))
          count(statuses, Number(status));
      });
      signal.addEventListener("abort", () => socket.destroy());
      while (socket.writable) if (!socket.write(several)) await drained(socket);
    }
  };
  const all = Array.from({ length: connections }, one);
  return {
    statuses,
    stop: async () => {
      going.abort();
      await Promise.all(all);
    },
  };
}

/**
 * Many clients that repeat one request, at little cost to this process, so that the server is overloaded and not the
 * client. Responses are distinguished by their length and first bytes.
 */
export function askOfMany(base: string, body: string, connections: number) {
  const counts = { answered: 0, shed: 0, other: 0 };
  const shedMs: number[] = [];
  let length = 0;
  let going = true;
  const one = async (): Promise<void> => {
    const socket = await open(base);
    const next = () => {
      const started = performance.now();
      let left = -1;
      const onData = (chunk: Buffer) => {
        if (left < 0) {
          const head = chunk.toString("latin1", 0, 600);
          // On a machine too slow to read the request in time; the server closes the connection.
          if (head.startsWith("HTTP/1.1 408 ")) {
            socket.destroy();
            return;
          }
          const size = Number(/content-length: (\d+)/.exec(head)![1]);
          left = size + head.indexOf("\r\n\r\n") + 4;
          if (head.includes('"code":-32005')) {
            counts.shed++;
            shedMs.push(performance.now() - started);
          } else if (size === (length ||= size)) counts.answered++;
          else counts.other++;
        }
        left -= chunk.length;
        if (left > 0) return;
        socket.off("data", onData);
        if (going) next();
        else socket.destroy();
      };
      socket.on("data", onData);
      socket.write(
        `POST / HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
      );
    };
    next();
    await closed(socket);
  };
  const all = Array.from({ length: connections }, one);
  const stop = async () => {
    going = false;
    await Promise.all(all);
  };
  return { counts, shedMs, stop };
}

const STATUS = /HTTP\/1\.1 (\d{3}) /g;

/** Or closed, or a moment has passed: then it is looked again whether to go on. */
async function drained(socket: Socket): Promise<void> {
  const signal = AbortSignal.timeout(200);
  await Promise.race([
    once(socket, "drain", { signal }),
    once(socket, "close", { signal }),
  ]).catch(() => undefined);
}

export function quantile(answers: readonly Answered[], share: number): string {
  const times = answers.map(({ milliseconds }) => milliseconds);
  times.sort((a, b) => a - b);
  const at = Math.min(times.length - 1, Math.floor(times.length * share));
  return (times[at] ?? 0).toFixed(1);
}

/** Resident memory of a process in MB. */
export function memoryOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)![1]) / 1024);
}
