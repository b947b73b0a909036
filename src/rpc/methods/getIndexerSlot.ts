import { readHead } from "../../store/write/head.ts";
import { slot } from "../items.ts";
import { defineMethod, textOf } from "../method.ts";
import { params } from "../params.ts";

export const getIndexerSlot = defineMethod({
  summary:
    "The last indexed slot; clients wait for it to pass a transaction's.",
  params: params({}),
  result: textOf(slot),
  run: async (read) => String((await readHead(read))?.slot ?? 0),
});
