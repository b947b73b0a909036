import { openCallers } from "../listening/openAccess.ts";
import type { ServiceContext, Serving } from "../context.ts";
import type { LiveStore } from "../liveStore.ts";
import { PrimaryState } from "./primaryState.ts";
import { WorkerPool } from "./pool.ts";

interface WorkersContext extends ServiceContext {
  /** The store they serve. */
  readonly store: LiveStore;
}

/** SIGHUP replaces the workers one by one, for a new version of the program or a misbehaving worker. */
export async function startWorkers(context: WorkersContext): Promise<Serving> {
  const { flags, store, reporter, facts } = context;
  const opened = openCallers(flags, reporter);
  const { pool, base } = await WorkerPool.start({
    count: flags.workers,
    url: store.url,
    reporter,
    primary: new PrimaryState(opened.callers, facts, store.health),
  });
  const reload = (): void => {
    pool.reload().then(
      () => {
        reporter.say("the workers are replaced");
      },
      (err: unknown) => {
        reporter.error({ err }, "the workers are not replaced");
      },
    );
  };
  process.on("SIGHUP", reload);
  store.onBlocks(() => {
    pool.announceBlocks();
  });
  return {
    base,
    lost: new Promise<never>(() => undefined), // workers that end are replaced
    close: async () => {
      await pool.close(flags.drain * 1000);
      opened.close();
    },
  };
}
