import { ChainUnavailable, type Chain } from "../domain/chain.ts";
import { RpcError } from "./errors.ts";

/**
 * Asks the node for data that the index does not hold. Throws an RpcError if there is no node or it does not answer.
 */
export async function askChain<T>(
  chain: Chain | null,
  ask: (chain: Chain) => Promise<T>,
): Promise<T> {
  if (!chain)
    throw new RpcError(
      "unavailable",
      "this server has no Solana node to ask (--rpc-url)",
    );
  try {
    return await ask(chain);
  } catch (cause) {
    if (cause instanceof ChainUnavailable)
      throw new RpcError("unavailable", "the Solana node does not answer");
    throw cause;
  }
}
