import { once } from "node:events";
import { connect, type Socket } from "node:net";

const HEAD_END = "\r\n\r\n";
/** Maximum length of the response headers measured here. */
const LONGEST_HEAD = 1024;
/** All connections read into the same buffer: only the headers are parsed, immediately. */
const RECEIVED = Buffer.alloc(2 ** 18);

/**
 * One keep-alive connection with one request at a time. To leave the CPU to the servers, it only understands the responses
 * measured here (status 200, Content-Length).
 */
export class LoadConnection {
  readonly #socket: Socket;
  /** Called for each response with the size of its body. */
  onAnswer: (bytes: number) => void = () => undefined;
  onError: (error: Error) => void = () => undefined;
  #head = "";
  #missing = -1;
  #length = 0;

  private constructor(port: number) {
    this.#socket = connect({
      ...{ port, host: "127.0.0.1", noDelay: true },
      onread: { buffer: RECEIVED, callback: (bytes) => this.#receive(bytes) },
    });
    this.#socket.on("error", (error) => {
      this.onError(error);
    });
    this.#socket.on("close", () => {
      this.onError(new Error("the server closed a connection"));
    });
  }

  static async open(port: number): Promise<LoadConnection> {
    const connection = new LoadConnection(port);
    await once(connection.#socket, "connect");
    return connection;
  }

  ask(request: Buffer): void {
    this.#socket.write(request);
  }

  close(): void {
    this.onError = () => undefined;
    this.#socket.destroy();
  }

  #receive(bytes: number): boolean {
    try {
      this.#read(bytes);
    } catch (error) {
      this.onError(error as Error);
    }
    return true;
  }

  #read(bytes: number): void {
    if (this.#missing >= 0) this.#missing -= bytes;
    else if (!this.#readHead(bytes)) return;
    if (this.#missing > 0) return;
    if (this.#missing < 0)
      throw new Error("a response is longer than its Content-Length");
    this.#missing = -1;
    this.onAnswer(this.#length);
  }

  #readHead(bytes: number): boolean {
    const before = this.#head.length;
    const shown = Math.min(bytes, LONGEST_HEAD);
    this.#head += RECEIVED.toString("latin1", 0, shown);
    const end = this.#head.indexOf(HEAD_END);
    if (end < 0) {
      if (shown < bytes)
        throw new Error("the headers of a response are too long");
      return false;
    }
    this.#length = contentLength(this.#head.slice(0, end));
    const received = before + bytes - end - HEAD_END.length;
    this.#missing = this.#length - received;
    this.#head = "";
    return true;
  }
}

function contentLength(head: string): number {
  const found = head.startsWith("HTTP/1.1 200 ")
    ? /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
    : undefined;
  if (found === undefined)
    throw new Error(`not a response to measure: ${head}`);
  return Number(found);
}
