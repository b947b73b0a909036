import type { WatchedList } from "../domain/listChange.ts";
import { RpcError } from "../rpc/errors.ts";
import { MAIN_METHODS } from "../rpc/mainMethods.ts";
import * as methods from "../rpc/methods/index.ts";

/** The lists whose changes can be followed. */
export const WATCHABLE = [
  ...MAIN_METHODS,
  "getCompressedTokenHistory",
] as const;
export type Watchable = (typeof WATCHABLE)[number];

/** These choose a part of a list, or a moment. */
const NOT_OF_A_LIST = [
  ...["cursor", "limit", "atSlot", "blockhash"],
  ...["minContextSlot", "commitment"],
];

/** Throws an RpcError unless these are the parameters of a list that can be followed. */
export function checkList(
  method: string,
  params: Readonly<Record<string, unknown>>,
): WatchedList {
  const known = WATCHABLE.find((name) => name === method);
  if (!known)
    throw new RpcError(
      "invalidParams",
      `method must be one of ${WATCHABLE.join(", ")}`,
    );
  const extra = NOT_OF_A_LIST.find((name) => name in params);
  if (extra !== undefined)
    throw new RpcError("invalidParams", `${extra} is not for whole lists`);
  methods[known].prepare(params);
  return { method, params };
}
