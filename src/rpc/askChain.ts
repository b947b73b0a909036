import { ChainUnavailable, type Chain } from "../domain/chain.ts";
import { RpcError } from "./errors.ts";

/** Asks the chain for what the index does not hold; callers learn when nobody is there to ask. */
export async function askChain<T>(
  chain: Chain | null,
  ask: (chain: Chain) => Promise<T>,
): Promise<T> {
  if (!chain)
    throw new RpcError(
      "unavailable",
      "this server was started without a node to ask (--rpc-url)",
    );
  try {
    return await ask(chain);
  } catch (cause) {
    if (cause instanceof ChainUnavailable)
      throw new RpcError("unavailable", "the Solana node gives no answer");
    throw cause;
  }
}
