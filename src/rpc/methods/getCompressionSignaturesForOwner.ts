import { signaturesByOwner } from "../../store/read/pages/signaturesByOwner.ts";
import { atAnySlot } from "../atSlot.ts";
import { cursorOf } from "../cursor.ts";
import { signature } from "../items.ts";
import { defineMethod, pageOf } from "../method.ts";
import { signaturesAt } from "../pagesAtSlot.ts";
import { about, address, page } from "../params.ts";

export const getCompressionSignaturesForOwner = defineMethod({
  summary:
    "Transactions that created or spent an account of an owner, newest first.",
  params: atAnySlot(
    page(
      { owner: about(address, "the program or wallet that owns the accounts") },
      cursorOf("slot", "signature"),
    ),
  ),
  result: pageOf(signature),
  run: (read, { owner, cursor, limit, at }, upstreams) => {
    const request = { key: owner, after: cursor, limit };
    return at
      ? signaturesAt(read, upstreams, at, signaturesByOwner, request)
      : signaturesByOwner.page(read, request);
  },
});
