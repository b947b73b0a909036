import { latestSignatures } from "../../store/read/pages/latestSignatures.ts";
import { atAnySlot } from "../atSlot.ts";
import { cursorOf } from "../cursor.ts";
import { signature } from "../items.ts";
import { defineMethod, pageOf } from "../method.ts";
import { signaturesAt } from "../pagesAtSlot.ts";
import { page } from "../params.ts";

export const getLatestCompressionSignatures = defineMethod({
  summary:
    "Every transaction with a compression event, tree maintenance too, newest first.",
  params: atAnySlot(page({}, cursorOf("slot", "signature"))),
  result: pageOf(signature),
  run: (read, { cursor, limit, at }, upstreams) => {
    const request = { after: cursor, limit };
    return at
      ? signaturesAt(read, upstreams, at, latestSignatures, request)
      : latestSignatures.page(read, request);
  },
});
