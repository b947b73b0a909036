// Items are rendered once, when they are written. The wire format fixes keys and their order.
import { encodeBase58 } from "../codecs/base58.ts";
import type { Account, TokenData } from "../domain/account.ts";
import type { Slot } from "../domain/values.ts";

export function renderAccount(account: Account, slotCreated: Slot): string {
  return (
    `{"hash":"${encodeBase58(account.hash)}"` +
    `,"address":${renderOptionalKey(account.address)}` +
    `,"data":${renderData(account)}` +
    `,"owner":"${encodeBase58(account.owner)}"` +
    `,"lamports":${account.lamports}` +
    `,"tree":"${encodeBase58(account.tree)}"` +
    `,"leafIndex":${account.leafIndex}` +
    `,"seq":${account.seq ?? "null"}` +
    `,"slotCreated":${slotCreated}}`
  );
}

export function renderTokenAccount(
  accountJson: string,
  token: TokenData,
): string {
  return `{"account":${accountJson},"tokenData":${renderTokenData(token)}}`;
}

export function renderTokenData(token: TokenData): string {
  return (
    `{"mint":"${encodeBase58(token.mint)}"` +
    `,"owner":"${encodeBase58(token.owner)}"` +
    `,"amount":${token.amount}` +
    `,"delegate":${renderOptionalKey(token.delegate)}` +
    `,"state":"${token.state}"` +
    `,"tlv":${token.tlv ? `"${renderBase64(token.tlv)}"` : "null"}}`
  );
}

function renderData({ data }: Account): string {
  if (!data) return "null";
  return (
    `{"discriminator":${data.discriminator}` +
    `,"data":"${renderBase64(data.data)}"` +
    `,"dataHash":"${encodeBase58(data.dataHash)}"}`
  );
}

function renderOptionalKey(key: Uint8Array | null): string {
  return key ? `"${encodeBase58(key)}"` : "null";
}

export function renderBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString(
    "base64",
  );
}
