import {
  createServer,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import { createServer as createTlsServer } from "node:https";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { TestContext } from "node:test";
import { Webhook } from "standardwebhooks";

export interface Received {
  readonly id: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly message: DeliveredMessage;
}

export interface DeliveredMessage {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly context: { readonly slot: number; readonly blockhash: string };
  readonly value: {
    readonly removed: readonly unknown[];
    readonly added: readonly unknown[];
    readonly undone: boolean;
    readonly more: boolean;
  };
}

/** How the receiver treats a message. `attempt` counts all messages that arrived, from 1. */
export type Behaviour = (
  response: ServerResponse,
  attempt: number,
  received: Received,
) => unknown;

export const accept: Behaviour = (response) => response.writeHead(204).end();

export interface Receiver {
  readonly url: string;
  readonly port: number;
  /** Every message that arrived, in order, also those that were refused. */
  readonly arrived: Received[];
  behaviour: Behaviour;
  close(): Promise<void>;
}

/** A real HTTP server that receives messages. */
export async function startReceiver(
  t: TestContext,
  behaviour: Behaviour = accept,
  port = 0,
  tls: { readonly key: Buffer; readonly cert: Buffer } | null = null,
): Promise<Receiver> {
  const arrived: Received[] = [];
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    void receive(request, response);
  };
  const server = tls ? createTlsServer(tls, listener) : createServer(listener);
  async function receive(request: IncomingMessage, response: ServerResponse) {
    const body = await text(request);
    const headers = request.headers as Record<string, string>;
    const message = JSON.parse(body) as DeliveredMessage;
    const received = { id: headers["webhook-id"]!, headers, body, message };
    arrived.push(received);
    receiver.behaviour(response, arrived.length, received);
  }
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const close = async () => {
    server.closeAllConnections();
    if (server.listening) await new Promise((end) => server.close(end));
  };
  t.after(close);
  const bound = (server.address() as AddressInfo).port;
  const url = `http${tls ? "s" : ""}://127.0.0.1:${bound}/hook`;
  const receiver = { url, port: bound, arrived, behaviour, close };
  return receiver;
}

/** Throws unless the message is signed with the secret, as receivers check it. */
export function verify(secret: string, { body, headers }: Received): void {
  new Webhook(secret).verify(body, headers);
}
