import type { Status } from "./status.ts";

export interface Cluster {
  /** As public explorers call it; null if they do not know the chain. */
  readonly name: "mainnet" | "devnet" | null;
  readonly isRecording: boolean;
}

const BY_GENESIS = {
  "5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d": "mainnet",
  EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG: "devnet",
} as const;

export function clusterOf({ chain }: Pick<Status, "chain">): Cluster {
  const [kind, id = ""] = (chain ?? "").split(":");
  const name =
    kind === "genesis" && id in BY_GENESIS
      ? BY_GENESIS[id as keyof typeof BY_GENESIS]
      : null;
  return { name, isRecording: kind === "file" };
}

export type What = "tx" | "block" | "address";

const SITES = [
  {
    title: "Solana Explorer",
    link: (what: What, id: string, cluster: string) =>
      `https://explorer.solana.com/${what}/${id}${cluster}`,
  },
  {
    title: "Solscan",
    link: (what: What, id: string, cluster: string) =>
      `https://solscan.io/${what === "address" ? "account" : what}/${id}${cluster}`,
  },
] as const;

interface OutsideLink {
  readonly title: string;
  readonly href: string;
}

/** Pages of public explorers about the same thing; none for a recording or a chain of one's own. */
export function outsideLinks(
  { name }: Cluster,
  what: What,
  id: string,
): readonly OutsideLink[] {
  if (name === null) return [];
  const query = name === "mainnet" ? "" : `?cluster=${name}`;
  return SITES.map(({ title, link }) => ({
    title,
    href: link(what, id, query),
  }));
}
