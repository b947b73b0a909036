// The schemas of accounts that are shown as one, on chain and compressed.
import { Type } from "typebox";
import { accountV2 } from "../items.ts";
import { base64, closed, count, key, listOf, orNull, u64 } from "../schemas.ts";

export const onChainAccount = closed(
  {
    lamports: u64("lamports in the account"),
    data: base64("the account's data"),
    owner: key("the program that owns the account"),
    executable: Type.Boolean({
      description: "whether the account is a program",
    }),
    rentEpoch: u64(
      "the epoch at which rent is due next, as the node reports it",
    ),
    space: count("the length of the data in bytes"),
  },
  "an account as a Solana node shows it",
);
const cold = orNull(
  listOf(
    accountV2,
    "the compressed accounts that are included; null when there are none",
  ),
);
export const accountInterface = closed(
  {
    key: key("the requested key"),
    account: onChainAccount,
    cold,
  },
  "one view of an account on chain, compressed, or both",
);

const tokensOnChain = (program: string) =>
  orNull(
    closed(
      {
        address: key("the associated token account"),
        amount: u64("tokens in it, in the mint's smallest unit"),
      },
      `the associated account of ${program} on chain; null when there is none or it is not included`,
    ),
  );
export const ataInterface = closed(
  {
    key: key("the associated token account shown"),
    owner: key("the requested wallet"),
    mint: key("the requested mint"),
    mode: Type.Enum(["auto", "light", "spl", "token2022"], {
      description: "the requested program; auto when none was requested",
    }),
    wrap: Type.Boolean({
      description: "whether accounts of SPL Token and Token-2022 are included",
    }),
    addresses: closed(
      {
        light: key("of the light token program"),
        spl: key("of SPL Token"),
        token2022: key("of Token-2022"),
        canonical: key("of the requested program"),
      },
      "the associated token accounts of owner and mint",
    ),
    account: onChainAccount,
    cold,
    hot: closed(
      {
        light: tokensOnChain("the light token program"),
        spl: tokensOnChain("SPL Token"),
        token2022: tokensOnChain("Token-2022"),
      },
      "the on-chain part",
    ),
  },
  "an owner's tokens of a mint, as one token account",
);
