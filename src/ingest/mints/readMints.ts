import { mapKey, sameBytes } from "../../codecs/bytes.ts";
import {
  METAPLEX,
  metaplexAddress,
  type MintAccount,
  parseMetaplex,
  parseMintAccount,
  parsePointedMetadata,
} from "../../codecs/accounts/mintAccount.ts";
import type { AccountContent } from "../../codecs/accounts/treeAccount.ts";
import type { MintFacts, NamedMint } from "../../domain/mint.ts";
import type { Address } from "../../domain/values.ts";
import type { AccountReader } from "../source/accounts.ts";

/** Nodes answer for 100 accounts at once, and a mint has two. */
export const MOST_MINTS = 50;

/** Asks the chain for decimals and names of up to MOST_MINTS mints, in one request, or two if metadata lies elsewhere. */
export async function readMints(
  accounts: AccountReader,
  mints: readonly Address[],
  signal: AbortSignal,
): Promise<readonly NamedMint[]> {
  const read = mints.flatMap((mint) => [mint, metaplexAddress(mint)]);
  const contents = await accounts.readAccounts(read, signal);
  const found = mints.map((mint, i): Found => {
    const [own, metaplex] = [contents[2 * i], contents[2 * i + 1]];
    return {
      mint,
      account: own ? parseMintAccount(mint, own) : null,
      metaplex: metaplex ?? null,
    };
  });
  const pointed = await readPointed(accounts, found, signal);
  return found.map((each) => ({
    mint: each.mint,
    ...factsOf(each, pointed.get(mapKey(each.mint)) ?? null),
  }));
}

interface Found {
  readonly mint: Address;
  readonly account: MintAccount | null;
  readonly metaplex: AccountContent | null;
}

/** The accounts that mints point to for their metadata, by mint. */
async function readPointed(
  accounts: AccountReader,
  found: readonly Found[],
  signal: AbortSignal,
): Promise<Map<string, AccountContent>> {
  const pointing = found.filter(({ account }) => account?.pointer);
  if (pointing.length === 0) return new Map();
  const keys = pointing.map(({ account }) => account!.pointer!);
  const contents = await accounts.readAccounts(keys, signal);
  return new Map(
    pointing.flatMap(({ mint }, i) => {
      const content = contents[i];
      return content ? [[mapKey(mint), content] as const] : [];
    }),
  );
}

function factsOf(
  { mint, account, metaplex }: Found,
  pointed: AccountContent | null,
): MintFacts {
  const decimals = {
    decimals: account?.decimals ?? null,
    decimalsSource: account ? ("mint" as const) : null,
  };
  if (account?.metadata)
    return { ...decimals, metadata: account.metadata, nameSource: "mint" };
  const isElsewhere = pointed && !sameBytes(pointed.owner, METAPLEX);
  const own = isElsewhere ? parsePointedMetadata(mint, pointed) : null;
  if (own) return { ...decimals, metadata: own, nameSource: "mint" };
  const other = metaplex ? parseMetaplex(mint, metaplex) : null;
  const nameSource = other ? ("metaplex" as const) : null;
  return { ...decimals, metadata: other, nameSource };
}
