import { NoCircuit, type Statement } from "../domain/prover.ts";

/** The numbers of accounts or addresses for which circuits exist. The programs have a verifying key for each. */
interface Sizes {
  readonly accounts: readonly number[];
  readonly addresses: readonly number[];
  /** The largest numbers of accounts and of addresses in a proof of both. */
  readonly mixed: readonly [accounts: number, addresses: number];
}

const upTo = (maxAccounts: number): number[] =>
  Array.from({ length: maxAccounts }, (_, i) => i + 1);

const V1: Sizes = {
  accounts: [1, 2, 3, 4, 8],
  addresses: [1, 2, 3, 4, 8],
  mixed: [4, 2],
};
const V2: Sizes = {
  accounts: upTo(20),
  addresses: upTo(32),
  mixed: [4, 4],
};

export interface Circuit {
  readonly type: "inclusion" | "non-inclusion" | "combined";
  readonly version: 1 | 2;
  /** Null if the statement has no such part. */
  readonly stateTreeHeight: number | null;
  readonly addressTreeHeight: number | null;
}

/** Heights by version: V1 trees of both kinds have 26 levels. */
const STATE_V2 = 32;
const ADDRESS_V2 = 40;

/**
 * The circuit for a statement. A statement without a circuit is refused before a prover is asked. A prover may also
 * lack the circuit's keys.
 */
export function circuitOf({ accounts, addresses }: Statement): Circuit {
  const stateTreeHeight = commonHeight(accounts, "state");
  const addressTreeHeight = commonHeight(addresses, "address");
  const isV2 = [
    ...(stateTreeHeight === null ? [] : [stateTreeHeight === STATE_V2]),
    ...(addressTreeHeight === null ? [] : [addressTreeHeight === ADDRESS_V2]),
  ];
  if (isV2[0] !== isV2.at(-1))
    throw new NoCircuit(
      "there is no circuit for accounts and addresses in trees of different versions",
    );
  const version = isV2[0] ? 2 : 1;
  assertSize(accounts.length, addresses.length, version);
  const type =
    addressTreeHeight === null
      ? "inclusion"
      : stateTreeHeight === null
        ? "non-inclusion"
        : "combined";
  return { type, version, stateTreeHeight, addressTreeHeight };
}

function commonHeight(
  parts: readonly { readonly siblings: readonly unknown[] }[],
  kind: string,
): number | null {
  const heights = new Set(parts.map(({ siblings }) => siblings.length));
  if (heights.size > 1)
    throw new NoCircuit(
      `all ${kind} trees of one proof must have the same height, but they have heights ${[...heights].join(" and ")}`,
    );
  return [...heights][0] ?? null;
}

function assertSize(accounts: number, addresses: number, version: 1 | 2): void {
  const sizes = version === 1 ? V1 : V2;
  const asked = [
    accounts > 0 ? counted(accounts, "account") : "",
    addresses > 0 ? counted(addresses, "address") : "",
  ];
  const what = `there is no circuit for ${asked.filter(Boolean).join(" and ")} of V${version} trees`;
  const listed = (counts: readonly number[]) =>
    counts.length > 5 ? `1 to ${counts.at(-1)!}` : counts.join(", ");
  if (accounts > 0 && addresses > 0) {
    const [maxAccounts, maxAddresses] = sizes.mixed;
    if (accounts > maxAccounts || addresses > maxAddresses)
      throw new NoCircuit(
        `${what}; there are circuits for up to ${counted(maxAccounts, "account")} and ${counted(maxAddresses, "address")}`,
      );
    return;
  }
  const allowed = accounts > 0 ? sizes.accounts : sizes.addresses;
  if (!allowed.includes(accounts + addresses))
    throw new NoCircuit(`${what}; there are circuits for ${listed(allowed)}`);
}

function counted(count: number, noun: string): string {
  if (count === 1) return `1 ${noun}`;
  return `${count} ${noun}${noun.endsWith("s") ? "es" : "s"}`;
}
