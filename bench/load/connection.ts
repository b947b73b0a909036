import { once } from "node:events";
import { connect, type Socket } from "node:net";

const HEAD_END = Buffer.from("\r\n\r\n");
const NOTHING = Buffer.alloc(0);

/**
 * One keep-alive connection with one question at a time. It understands exactly the answers of the servers measured
 * here (status 200, Content-Length): the less it does, the more of the machine is left to them.
 */
export class LoadConnection {
  readonly #socket: Socket;
  /** Called for each answer with the size of its body. */
  onAnswer: (bytes: number) => void = () => undefined;
  onError: (error: Error) => void = () => undefined;
  #head: Buffer = NOTHING;
  #missing = -1;
  #length = 0;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on("data", (chunk: Buffer) => {
      try {
        this.#read(chunk);
      } catch (error) {
        this.onError(error as Error);
      }
    });
    socket.on("error", (error) => {
      this.onError(error);
    });
    socket.on("close", () => {
      this.onError(new Error("the server closed a connection"));
    });
  }

  static async open(port: number): Promise<LoadConnection> {
    const socket = connect({ port, host: "127.0.0.1", noDelay: true });
    await once(socket, "connect");
    return new LoadConnection(socket);
  }

  ask(request: Buffer): void {
    this.#socket.write(request);
  }

  close(): void {
    this.onError = () => undefined;
    this.#socket.destroy();
  }

  #read(chunk: Buffer): void {
    if (this.#missing >= 0) this.#missing -= chunk.length;
    else if (!this.#readHead(chunk)) return;
    if (this.#missing > 0) return;
    if (this.#missing < 0) throw new Error("an answer longer than it says");
    this.#missing = -1;
    this.onAnswer(this.#length);
  }

  #readHead(chunk: Buffer): boolean {
    const head =
      this.#head.length === 0 ? chunk : Buffer.concat([this.#head, chunk]);
    const end = head.indexOf(HEAD_END);
    this.#head = end < 0 ? head : NOTHING;
    if (end < 0) return false;
    this.#length = contentLength(head.toString("latin1", 0, end));
    this.#missing = this.#length - (head.length - end - HEAD_END.length);
    return true;
  }
}

function contentLength(head: string): number {
  const found = head.startsWith("HTTP/1.1 200 ")
    ? /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
    : undefined;
  if (found === undefined) throw new Error(`not an answer to measure: ${head}`);
  return Number(found);
}
