import { openCallers } from "../gate.ts";
import type { Listening, ServiceBasics } from "../service.ts";
import { CommonBook } from "./commonBook.ts";
import { WorkerPool } from "./pool.ts";

interface Workers extends ServiceBasics {
  /** The store they serve. */
  readonly url: string;
}

/** SIGHUP replaces the workers one by one, for a new version of the program or a worker that has grown odd. */
export async function startWorkers(workers: Workers): Promise<Listening> {
  const { flags, url, screen, facts } = workers;
  const opened = openCallers(flags, screen);
  const { pool, base } = await WorkerPool.start({
    ...{ count: flags.workers, url, screen, facts },
    book: new CommonBook(opened.callers, facts),
  });
  const reload = (): void => {
    pool.reload().then(
      () => {
        screen.say("the workers are replaced");
      },
      (err: unknown) => {
        screen.error({ err }, "the workers are not replaced");
      },
    );
  };
  process.on("SIGHUP", reload);
  return {
    base,
    lost: new Promise<never>(() => undefined), // workers are replaced for ever
    close: async () => {
      await pool.close(flags.drain * 1000);
      opened.close();
    },
  };
}
