import type { Connection } from "../connection.ts";

/**
 * All that a connection reads in one turn of the event loop comes from one snapshot. Taking a snapshot and leaving it
 * costs a tenth of a small page, and a busy process answers many in a turn; the next turn sees what was written since.
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
      // A statement that failed badly has ended the transaction already, and whoever asked for it was told.
    }
  }

  /** Not the same after any other connection has changed the store. */
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
