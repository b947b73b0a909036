import { latestSignatures } from "../../store/read/pages/latestSignatures.ts";
import { cursorOf } from "../cursor.ts";
import { signature } from "../items.ts";
import { defineMethod, pageOf } from "../method.ts";
import { page } from "../params.ts";

export const getLatestCompressionSignatures = defineMethod({
  summary:
    "Every transaction with a compression event, tree maintenance too, newest first.",
  params: page({}, cursorOf("slot", "signature")),
  result: pageOf(signature),
  run: (read, { cursor, limit }) =>
    latestSignatures.page(read, { after: cursor, limit }),
});
