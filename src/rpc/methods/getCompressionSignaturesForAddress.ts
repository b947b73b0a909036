import { signaturesByAddress } from "../../store/read/pages/signaturesByAddress.ts";
import { cursorOf } from "../cursor.ts";
import { signature } from "../items.ts";
import { defineMethod, pageOf } from "../method.ts";
import { about, address, page } from "../params.ts";

export const getCompressionSignaturesForAddress = defineMethod({
  summary:
    "Transactions that created or spent an account with an address, newest first.",
  params: page(
    { address: about(address, "the address of a compressed account") },
    cursorOf("slot", "signature"),
  ),
  result: pageOf(signature),
  run: (read, { address, cursor, limit }) =>
    signaturesByAddress.page(read, { key: address, after: cursor, limit }),
});
