import { signaturesByTokenOwner } from "../../store/read/pages/signaturesByTokenOwner.ts";
import { atAnySlot } from "../atSlot.ts";
import { cursorOf } from "../cursor.ts";
import { signature } from "../items.ts";
import { defineMethod, pageOf } from "../method.ts";
import { signaturesAt } from "../pagesAtSlot.ts";
import { about, address, page } from "../params.ts";

export const getCompressionSignaturesForTokenOwner = defineMethod({
  summary:
    "Transactions that created or spent a token account of an owner, newest first.",
  params: atAnySlot(
    page(
      { owner: about(address, "the wallet that owns the tokens") },
      cursorOf("slot", "signature"),
    ),
  ),
  result: pageOf(signature),
  run: (read, { owner, cursor, limit, at }, upstreams) => {
    const request = { key: owner, after: cursor, limit };
    return at
      ? signaturesAt(read, upstreams, at, signaturesByTokenOwner, request)
      : signaturesByTokenOwner.page(read, request);
  },
});
