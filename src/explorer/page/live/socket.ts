import { parseExact } from "../../../client/bigintJson.ts";
import { apiKey } from "../apiKey.ts";
import { endpoint, type Request } from "../rpc.ts";
import type { Integer } from "../integer.ts";

/** How a list changed, from blocks that were written or taken back. */
export interface ListChange<Item> {
  readonly context: { readonly slot: Integer };
  readonly value: {
    readonly removed: readonly Item[];
    readonly added: readonly Item[];
    readonly undone: boolean;
  };
}

export interface SocketEvents<Item> {
  /** The first one has empty lists: the subscription starts there. */
  readonly onChange: (change: ListChange<Item>) => void;
  /** `wasLive`: it had started before. */
  readonly onClose: (wasLive: boolean) => void;
}

/** The server sends something every ten seconds; after this long the connection is lost. */
const SILENCE_MS = 30_000;

/** Follows a list over a WebSocket of the server, until `close` is called or the connection ends. */
export function followList<Item>(
  request: Request,
  { onChange, onClose }: SocketEvents<Item>,
): { close(): void } {
  const socket = new WebSocket(socketUrl());
  let isLive = false;
  let silence = 0;
  const expectMore = (): void => {
    clearTimeout(silence);
    silence = window.setTimeout(() => {
      socket.close();
    }, SILENCE_MS);
  };
  socket.addEventListener("open", () => {
    const call = { jsonrpc: "2.0", id: 1, method: "listSubscribe" };
    socket.send(JSON.stringify({ ...call, params: request }));
    expectMore();
  });
  socket.addEventListener("message", ({ data }) => {
    expectMore();
    const message = parseExact(data as string) as Message<Item>;
    if (message.error) socket.close();
    if (message.method !== "listNotification") return;
    isLive = true;
    onChange(message.params!.result);
  });
  socket.addEventListener("close", () => {
    clearTimeout(silence);
    onClose(isLive);
  });
  return {
    close: () => {
      socket.close();
    },
  };
}

interface Message<Item> {
  readonly method?: string;
  readonly error?: unknown;
  readonly params?: { readonly result: ListChange<Item> };
}

/** A browser sends no headers of the page with a WebSocket, so the API key is part of its address. */
function socketUrl(): string {
  const url = new URL(endpoint("./"));
  url.protocol = url.protocol.replace("http", "ws");
  const key = apiKey();
  if (key) url.searchParams.set("api-key", key);
  return url.href;
}
