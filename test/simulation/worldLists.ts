import { encodeBase58 } from "../../src/codecs/base58.ts";
import { COMPRESSED_TOKEN } from "../../src/codecs/programs.ts";
import type { WatchedList } from "../../src/domain/listChange.ts";
import type { World } from "./world.ts";

/** The lists that the blocks of a world change. */
export function listsOf({ owners, mints }: World): WatchedList[] {
  const latest = { method: "getLatestCompressionSignatures", params: {} };
  const people = owners.map((each) => encodeBase58(each));
  const tokens = encodeBase58(COMPRESSED_TOKEN);
  return [
    latest,
    ...people.flatMap((owner) => [
      { method: "getCompressedTokenAccountsByOwner", params: { owner } },
      { method: "getCompressedAccountsByOwner", params: { owner } },
      { method: "getCompressionSignaturesForTokenOwner", params: { owner } },
      { method: "getCompressionSignaturesForOwner", params: { owner } },
      { method: "getCompressedTokenHistory", params: { owner } },
      {
        method: "getCompressedTokenAccountsByDelegate",
        params: { delegate: owner },
      },
    ]),
    ...mints.map(encodeBase58).flatMap((mint) => [
      { method: "getCompressedMintTokenHolders", params: { mint } },
      { method: "getCompressedTokenHistory", params: { mint } },
      // The simulated accounts have addresses from among the mints.
      {
        method: "getCompressionSignaturesForAddress",
        params: { address: mint },
      },
    ]),
    {
      method: "getCompressedAccountsByOwner",
      params: { owner: tokens, dataSlice: { offset: 0, length: 40 } },
    },
  ];
}
