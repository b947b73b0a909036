import type { TSchema } from "typebox";
import {
  accountInterface,
  ataInterface,
  onChainAccount,
} from "../interfaces/interfaceItems.ts";
import * as items from "../items.ts";

/** The shapes that documents and clients refer to by name. */
export const NAMED_SHAPES: Readonly<Record<string, TSchema>> = {
  Account: items.account,
  AccountV2: items.accountV2,
  MerkleContext: items.merkleContext,
  TokenData: items.tokenData,
  TokenAccount: items.tokenAccount,
  TokenAccountV2: items.tokenAccountV2,
  Signature: items.signature,
  SignatureWithError: items.signatureWithError,
  Holder: items.holder,
  TokenBalance: items.tokenBalance,
  TokenChange: items.tokenChange,
  Queue: items.queue,
  OnChainAccount: onChainAccount,
  AccountInterface: accountInterface,
  AtaInterface: ataInterface,
};
