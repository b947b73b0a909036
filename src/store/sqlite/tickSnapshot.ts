import type { Connection } from "../connection.ts";

/**
 * Everything a connection reads in one tick of the event loop comes from one snapshot. Opening a snapshot costs a tenth
 * of a small page, and a busy process answers many pages in a tick. The next tick sees later writes.
 */
export class TickSnapshot {
  readonly #connection: Connection;
  #begun = false;
  #version: number | null = null;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  begin(): void {
    if (this.#begun) return;
    void this.#connection.run("begin");
    this.#begun = true;
    setImmediate(() => {
      this.end();
    });
  }

  end(): void {
    if (!this.#begun) return;
    this.#begun = false;
    this.#version = null;
    try {
      void this.#connection.run("commit");
    } catch {
      // A serious error has already ended the transaction, and its caller has received the error.
    }
  }

  /** Differs after another connection has changed the store. */
  version(): number {
    this.begin();
    this.#version ??= this.#readVersion();
    return this.#version;
  }

  #readVersion(): number {
    const rows = this.#connection.all("pragma data_version", []);
    return (rows as readonly (readonly [number])[])[0]![0];
  }
}
