import { once } from "node:events";
import { connect, type Socket } from "node:net";

/** A raw connection, to send what an HTTP client would not. */
export async function open(base: string, from?: string): Promise<Socket> {
  const { hostname: host, port } = new URL(base);
  const where = { host, port: Number(port) };
  const socket = connect(
    from === undefined ? where : { ...where, localAddress: from },
  );
  socket.on("error", () => undefined);
  await once(socket, "connect");
  return socket;
}

/** Sends bytes and gives back everything that comes until the other side ends, or the time is over. */
export async function exchange(
  base: string,
  bytes: string,
  milliseconds = 5_000,
): Promise<string> {
  const socket = await open(base);
  let received = "";
  socket.on("data", (chunk: Buffer) => (received += chunk.toString("latin1")));
  socket.write(bytes);
  const late = setTimeout(() => socket.destroy(), milliseconds);
  await closed(socket);
  clearTimeout(late);
  return received;
}

/** Milliseconds until the other side closes the connection, while a byte is sent now and then. */
export async function trickle(
  base: string,
  head: string,
  everyMs: number,
): Promise<{ milliseconds: number; received: string }> {
  const socket = await open(base);
  let received = "";
  socket.on("data", (chunk: Buffer) => (received += chunk.toString("latin1")));
  const started = performance.now();
  socket.write(head);
  const drip = setInterval(() => socket.write("a"), everyMs);
  await closed(socket);
  clearInterval(drip);
  return { milliseconds: performance.now() - started, received };
}

/** Also when the connection is reset, which is how some refusals look to a client that is still sending. */
export function closed(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    if (socket.closed) resolve();
    else
      socket.once("close", () => {
        resolve();
      });
  });
}
