import type { Slot } from "../domain/values.ts";

export interface Cluster {
  readonly name: string;
  /** There are no compressed transactions up to this slot. */
  readonly quietUntil: Slot;
}

const CLUSTERS: Readonly<Record<string, Cluster>> = {
  "5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d": {
    name: "mainnet",
    quietUntil: 286_193_745,
  },
  EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG: {
    name: "devnet",
    quietUntil: 319_998_225,
  },
};

/** An unknown chain is read from its first block, slot 0. */
export function clusterOf(genesis: string): Cluster {
  const unknown = { name: `chain-${genesis.slice(0, 8)}`, quietUntil: -1 };
  return CLUSTERS[genesis] ?? unknown;
}
