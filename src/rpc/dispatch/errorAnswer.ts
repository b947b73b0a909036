import { asciiJson } from "../../codecs/asciiJson.ts";
import { SlotNotKnown, StoreUnavailable } from "../../store/errors.ts";
import { RpcError } from "../errors.ts";

/** The error that the caller sees; unexpected causes become an internal error. */
export function asRpcError(cause: unknown): RpcError {
  if (cause instanceof RpcError) return cause;
  if (cause instanceof SlotNotKnown)
    return new RpcError("notKept", cause.message);
  return cause instanceof StoreUnavailable
    ? new RpcError("unavailable", cause.message)
    : new RpcError("internalError");
}

export function errorText(
  id: string,
  { code, message, data }: RpcError,
): string {
  const fields = data ? { code, message, data } : { code, message };
  const error = asciiJson(JSON.stringify(fields));
  return `{"jsonrpc":"2.0","id":${id},"error":${error}}`;
}
