import { Type } from "typebox";
import { defineMethod, textOf } from "../method.ts";
import { params } from "../params.ts";

export const getIndexerHealth = defineMethod({
  summary:
    'Always "ok": a server that is too far behind answers every method with error -32005, this one too.',
  params: params({}),
  result: textOf(Type.Literal("ok")),
  run: () => '"ok"',
});
