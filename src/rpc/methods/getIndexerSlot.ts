import { readHead } from "../../store/write/head.ts";
import { slot } from "../schemas.ts";
import { defineMethod, textAtSlot } from "../method.ts";
import { params } from "../params.ts";

export const getIndexerSlot = defineMethod({
  summary:
    "The last indexed slot. Clients wait until it reaches the slot of their transaction.",
  params: params({}),
  result: textAtSlot(slot),
  run: async (read) => {
    const slot = (await readHead(read))?.slot ?? 0;
    return { slot, text: String(slot) };
  },
});
