import {
  AccountsTooLarge,
  ChainUnavailable,
  type Chain,
  type OnChainAccount,
} from "../../domain/chain.ts";
import type { Address } from "../../domain/values.ts";
import { RpcError } from "../errors.ts";

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

/** A call reads at most this much data of accounts on chain: about what can be parsed without delaying others. */
export const MAX_ON_CHAIN_BYTES = 2 * 2 ** 20;

/** Reads accounts on chain. `field` names them in the error if they are too large. */
export async function askForAccounts(
  chain: Chain | null,
  keys: readonly Address[],
  field: string,
): Promise<readonly (OnChainAccount | null)[]> {
  try {
    return await askChain(chain, (on) =>
      on.readAccounts(keys, MAX_ON_CHAIN_BYTES),
    );
  } catch (cause) {
    if (!(cause instanceof AccountsTooLarge)) throw cause;
    throw new RpcError(
      "invalidParams",
      `${field}: more than ${MAX_ON_CHAIN_BYTES} bytes of account data on chain; ask for fewer keys at a time, or a Solana node for a large account`,
    );
  }
}
