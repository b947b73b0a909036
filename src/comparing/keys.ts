import type { Account, Signature, TokenData } from "../client/index.ts";
import { createRandom, sample } from "./random.ts";
import type { Server } from "./server.ts";

/** Keys for requests, by kind. */
export const KINDS = [
  "owners",
  "tokenOwners",
  "mints",
  "delegates",
  "addresses",
  "hashes",
  "signatures",
  "trees",
] as const;

export type Kind = (typeof KINDS)[number];
export type Keys = Readonly<Record<Kind, readonly string[]>>;

/** The second smallest value of 32 bytes: no account and no address has it. */
export const UNKNOWN_KEY = "1".repeat(31) + "2";

export interface KeyChoice {
  /** The number of keys of each kind. */
  readonly keys: number;
  readonly seed: number;
}

/** The given keys, or keys that are found on a server. */
export async function resolveKeys(
  server: Server,
  keys: Keys | KeyChoice,
): Promise<Keys> {
  return "seed" in keys ? findKeys(server, keys) : keys;
}

/** Transactions that are read for each key of a kind: most of them concern few owners and mints. */
const TRANSACTIONS_PER_KEY = 3;
export const LARGEST_PAGE = 1000;

/** Finds keys in the newest transactions of a server. */
export async function findKeys(
  server: Server,
  { keys, seed }: KeyChoice,
): Promise<Keys> {
  const random = createRandom(seed);
  const wanted = keys * TRANSACTIONS_PER_KEY;
  const limit = Math.min(LARGEST_PAGE, wanted * 5);
  const newest = await server.ask("getLatestCompressionSignatures", { limit });
  if (newest.kind !== "answer")
    throw new NoKeys(`no keys were found: ${newest.message}`);
  const listed = newest.value as readonly Signature[];
  const signatures = listed.map(({ signature }) => signature);
  const found = emptySets();
  for (const signature of sample(signatures, wanted, random)) {
    found.signatures.add(signature);
    const params = { signature };
    const reply = await server.ask("getTransactionWithCompressionInfo", params);
    if (reply.kind === "answer") addKeys(found, reply.value as Transaction);
  }
  return Object.fromEntries(
    KINDS.map((kind) => [kind, sample(found[kind], keys, random)]),
  ) as unknown as Keys;
}

/** Keys given by the caller: each is queried as every kind of key it can be. */
export function namedKeys(text: string): Keys {
  const lines = text.split(/\s+/).filter((line) => line !== "");
  const isSignature = (key: string) => key.length > 44;
  const signatures = lines.filter(isSignature);
  const others = lines.filter((key) => !isSignature(key));
  return {
    owners: others,
    tokenOwners: others,
    mints: others,
    delegates: others,
    addresses: others,
    hashes: others,
    signatures,
    trees: [],
  };
}

interface ChangedAccount {
  readonly account: Account;
  readonly optionalTokenData: TokenData | null;
}

interface Transaction {
  readonly compressionInfo?: {
    readonly closedAccounts: readonly ChangedAccount[];
    readonly openedAccounts: readonly ChangedAccount[];
  };
}

type KeySets = Record<Kind, Set<string>>;

function emptySets(): KeySets {
  return Object.fromEntries(
    KINDS.map((kind) => [kind, new Set<string>()]),
  ) as KeySets;
}

function addKeys(found: KeySets, { compressionInfo }: Transaction): void {
  const { openedAccounts = [], closedAccounts = [] } = compressionInfo ?? {};
  for (const { account, optionalTokenData } of [
    ...openedAccounts,
    ...closedAccounts,
  ]) {
    found.owners.add(account.owner);
    found.hashes.add(account.hash);
    found.trees.add(account.tree);
    if (account.address !== null) found.addresses.add(account.address);
    if (optionalTokenData === null) continue;
    found.tokenOwners.add(optionalTokenData.owner);
    found.mints.add(optionalTokenData.mint);
    if (optionalTokenData.delegate !== null)
      found.delegates.add(optionalTokenData.delegate);
  }
}

/** A server does not list the transactions that keys are taken from. */
export class NoKeys extends Error {
  override readonly name = "NoKeys";
}
