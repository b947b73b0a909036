/** From a worker, once it listens. */
export interface Ready {
  readonly base: string;
}

/** To a worker. `drain`: take no new connection, finish what is asked on the old ones. `stop`: be gone soon. */
export type Order = "drain" | "stop";

/** How a worker is told which store to serve; its other settings are the flags it shares with the first process. */
export const STORE_VARIABLE = "TACHYON_WORKER_STORE";
