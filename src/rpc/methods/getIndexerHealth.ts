import { Type } from "typebox";
import { defineMethod, textOf } from "../method.ts";
import { params } from "../params.ts";

export const getIndexerHealth = defineMethod({
  summary:
    'Always "ok". With --refuse-when-behind, a server that is too far behind the chain answers every method, including this one, with error -32005.',
  params: params({}),
  result: textOf(Type.Literal("ok")),
  run: () => '"ok"',
});
