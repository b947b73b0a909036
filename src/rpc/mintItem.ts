import { Type, type TSchema } from "typebox";
import { closed, count, key, orNull, u64 } from "./schemas.ts";

const text = (what: string, maxLength: number) =>
  orNull(
    Type.String({
      maxLength,
      description: `${what}, not verified: anyone can choose it; null if unknown`,
    }),
  );
const source = (values: readonly string[], what: string): TSchema =>
  orNull(Type.Enum([...values], { description: what }));

export const mintInfo = closed(
  {
    mint: key("the mint"),
    decimals: orNull(
      Type.Integer({
        minimum: 0,
        maximum: 255,
        description: "decimal places of amounts; null if unknown",
      }),
    ),
    name: text("the token's name", 128),
    symbol: text("the token's symbol", 32),
    uri: text("the address of further metadata, never fetched", 512),
    supply: u64("tokens in unspent compressed accounts"),
    holders: count("owners of such tokens"),
    transactions: orNull(
      count(
        "transactions that changed a balance; null if an older version indexed the first of them",
      ),
    ),
    decimalsSource: source(
      ["compressed", "mint"],
      "where the decimals are from: the compressed mint in the index, or the mint account on chain",
    ),
    nameSource: source(
      ["compressed", "mint", "metaplex"],
      "where name, symbol and URI are from: the compressed mint, the mint account on chain or the account it points to, or Metaplex",
    ),
  },
  "a mint and its compressed tokens",
);
