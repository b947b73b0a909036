// Child processes of the benchmark, which answer one request at a time over the IPC channel.
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";

interface Reply {
  readonly value?: unknown;
  readonly error?: string;
}

/** In the child: answers the parent's requests, and ends with the parent. */
export function answerParent(answer: (question: unknown) => unknown): void {
  const reply = async (question: unknown): Promise<Reply> => {
    try {
      return { value: await answer(question) };
    } catch (error) {
      return { error: (error as Error).stack ?? String(error) };
    }
  };
  process.on("message", (question) => {
    void reply(question).then((message) => process.send!(message));
  });
  process.on("disconnect", () => process.exit(0));
  process.send!("ready");
}

export class BenchProcess {
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess) {
    this.#child = child;
  }

  static async start(
    module: string,
    args: readonly string[] = [],
    execArgv: readonly string[] = [],
  ): Promise<BenchProcess> {
    const child = fork(new URL(module, import.meta.url), args, {
      execArgv: [...execArgv],
    });
    await nextMessage(child);
    return new BenchProcess(child);
  }

  get pid(): number {
    return this.#child.pid!;
  }

  async ask<T>(question: unknown): Promise<T> {
    this.#child.send(question as object);
    const { value, error } = (await nextMessage(this.#child)) as Reply;
    if (error !== undefined) throw new Error(error);
    return value as T;
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null) return;
    const exited = once(this.#child, "exit");
    this.#child.disconnect();
    await exited;
  }
}

function nextMessage(child: ChildProcess): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const onExit = (code: number | null): void => {
    reject(
      new Error(`a process of the benchmark ended with code ${String(code)}`),
    );
  };
  child.once("exit", onExit);
  child.once("message", (message) => {
    child.off("exit", onExit);
    resolve(message);
  });
  return promise;
}
