import { LoadConnection } from "./connection.ts";

export interface LoadOrder {
  readonly port: number;
  /** Bodies of the requests, sent in rotation. */
  readonly bodies: readonly string[];
  readonly connections: number;
  readonly milliseconds: number;
  /** Requests per second. If missing, each connection sends the next request as soon as it gets a response. */
  readonly rate?: number;
}

export interface LoadResult {
  readonly answers: number;
  readonly bytes: number;
  readonly seconds: number;
  /** Milliseconds; with a rate, counted from the time the request was due. */
  readonly p50: number;
  readonly p99: number;
}

/** Sends requests for the given time and returns the results. */
export async function generateLoad(order: LoadOrder): Promise<LoadResult> {
  const opening = Array.from({ length: order.connections }, () =>
    LoadConnection.open(order.port),
  );
  const connections = await Promise.all(opening);
  const requests = order.bodies.map(toRequest);
  try {
    return order.rate === undefined
      ? await askAgainAndAgain(connections, requests, order.milliseconds)
      : await askWhenDue(connections, requests, order.milliseconds, order.rate);
  } finally {
    for (const connection of connections) connection.close();
  }
}

function toRequest(body: string): Buffer {
  return Buffer.from(
    `POST / HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

function askAgainAndAgain(
  connections: readonly LoadConnection[],
  requests: readonly Buffer[],
  milliseconds: number,
): Promise<LoadResult> {
  const { promise, resolve, reject } = Promise.withResolvers<LoadResult>();
  const latencies = new Latencies();
  let asked = 0;
  let busy = connections.length;
  for (const connection of connections) {
    let askedAt = 0;
    const ask = (): void => {
      askedAt = performance.now();
      if (askedAt - latencies.started < milliseconds)
        connection.ask(requests[asked++ % requests.length]!);
      else if (--busy === 0) resolve(latencies.result());
    };
    connection.onAnswer = (bytes) => {
      latencies.add(bytes, performance.now() - askedAt);
      ask();
    };
    connection.onError = reject;
    ask();
  }
  return promise;
}

/** Requests fall due at the rate. Waiting for an idle connection counts as latency. */
function askWhenDue(
  connections: readonly LoadConnection[],
  requests: readonly Buffer[],
  milliseconds: number,
  rate: number,
): Promise<LoadResult> {
  const { promise, resolve, reject } = Promise.withResolvers<LoadResult>();
  const latencies = new Latencies();
  const total = Math.floor((rate * milliseconds) / 1000);
  const idle = [...connections];
  const dueAt = (n: number): number => latencies.started + (n * 1000) / rate;
  let asked = 0;
  let answered = 0;
  const askDue = (): void => {
    const now = performance.now();
    while (asked < total && dueAt(asked) <= now) {
      const connection = idle.pop();
      if (!connection) return;
      const due = dueAt(asked);
      connection.onAnswer = (bytes) => {
        latencies.add(bytes, performance.now() - due);
        idle.push(connection);
        if (++answered === total) resolve(latencies.result());
        else askDue(); // requests that waited for a connection
      };
      connection.ask(requests[asked++ % requests.length]!);
    }
  };
  const tick = (): void => {
    askDue();
    // Sleeps, because a spinning generator would take a core from the measured server.
    if (asked < total) setTimeout(tick, 1);
  };
  for (const connection of connections) connection.onError = reject;
  tick();
  return promise;
}

class Latencies {
  readonly started = performance.now();
  readonly #times: number[] = [];
  #bytes = 0;

  add(bytes: number, milliseconds: number): void {
    this.#bytes += bytes;
    this.#times.push(milliseconds);
  }

  result(): LoadResult {
    const sorted = Float64Array.from(this.#times).sort();
    const at = (share: number): number =>
      sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
    return {
      answers: sorted.length,
      bytes: this.#bytes,
      seconds: (performance.now() - this.started) / 1000,
      p50: at(0.5),
      p99: at(0.99),
    };
  }
}
