import { signaturesByAddress } from "../../store/read/pages/signaturesByAddress.ts";
import { atAnySlot } from "../atSlot.ts";
import { cursorOf } from "../cursor.ts";
import { signature } from "../items.ts";
import { defineMethod, pageOf } from "../method.ts";
import { signaturesAt } from "../pagesAtSlot.ts";
import { about, address, page } from "../params.ts";

export const getCompressionSignaturesForAddress = defineMethod({
  summary:
    "Transactions that created or spent an account with an address, newest first.",
  params: atAnySlot(
    page(
      { address: about(address, "the address of a compressed account") },
      cursorOf("slot", "signature"),
    ),
  ),
  result: pageOf(signature),
  run: (read, { address, cursor, limit, at }, upstreams) => {
    const request = { key: address, after: cursor, limit };
    return at
      ? signaturesAt(read, upstreams, at, signaturesByAddress, request)
      : signaturesByAddress.page(read, request);
  },
});
