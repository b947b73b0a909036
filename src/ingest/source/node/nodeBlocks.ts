import { parseBlockText } from "../../../codecs/blocks/blockText.ts";
import { asList, asNatural, asRecord, asText } from "../../../codecs/json.ts";
import { readJsonBlock } from "../../../codecs/blocks/jsonBlock.ts";
import { DecodeError } from "../../../codecs/reader.ts";
import type { Block } from "../../../domain/block.ts";
import type { Slot } from "../../../domain/values.ts";
import { type JsonRpcClient, type ParseAnswer, RpcError } from "./jsonRpc.ts";
import { type RetryPolicy, retrying } from "./retry.ts";

/** The node cannot return a required block, and waiting will not change that. */
export class BlockGone extends Error {
  override readonly name = "BlockGone";
}

/** A block with the answer it was read from. */
export interface TextBlock extends Block {
  readonly text: Uint8Array;
}

/** The block of an answer that has one. */
export function blockOfAnswer(slot: Slot, body: Buffer): Block {
  return readBlock(slot, asRecord(parseAnswer(body), "answer")["result"]);
}

const parseAnswer: ParseAnswer = (body) => parseBlockText(body.toString());

function readBlock(slot: Slot, json: unknown): Block {
  const block = readJsonBlock(slot, json);
  if (block.parentSlot >= slot && slot > 0)
    throw new DecodeError(`block ${slot} names a later slot as its parent`);
  return block;
}

/** The commitment a block must have before it is indexed. */
export type Commitment = "confirmed" | "finalized";

// Errors of a node about a slot.
const CLEANED_UP = -32001;
const NOT_AVAILABLE_YET = -32004;
const SKIPPED = -32007;
const SKIPPED_IN_LONG_TERM_STORAGE = -32009;
const METHOD_NOT_FOUND = -32601;

const FULL = { encoding: "base64", transactionDetails: "full" };
const HEADER_ONLY = { transactionDetails: "none" };

/** The requests about blocks that a node answers. They are retried until it does. */
export class NodeBlocks {
  readonly #rpc: JsonRpcClient;
  readonly #policy: RetryPolicy;
  readonly #commitment: { readonly commitment: Commitment };

  constructor(rpc: JsonRpcClient, policy: RetryPolicy, commitment: Commitment) {
    this.#rpc = rpc;
    this.#policy = policy;
    this.#commitment = { commitment };
  }

  tip(signal: AbortSignal, commitment = this.#commitment): Promise<Slot> {
    return this.#ask("getSlot", [commitment], signal, (answer) =>
      asNatural(answer, "slot"),
    );
  }

  /** The newest slot that no fork can undo. */
  finalTip(signal: AbortSignal): Promise<Slot> {
    return this.tip(signal, { commitment: "finalized" });
  }

  /** The slots from `from` to `to` that have a block. Near the tip, later ones may still be missing. */
  list(from: Slot, to: Slot, signal: AbortSignal): Promise<readonly Slot[]> {
    const params = [from, to, this.#commitment];
    return this.#ask("getBlocks", params, signal, (answer) => {
      const slots = asList(answer, "getBlocks").map((s) =>
        asNatural(s, "slot"),
      );
      const inOrder = slots.every(
        (slot, i) => slot >= from && slot <= to && !(slot <= slots[i - 1]!),
      );
      if (!inOrder) throw new DecodeError("getBlocks: slots out of order");
      return slots;
    });
  }

  /** The oldest slot that the node still has; 0 from a node that does not report it. */
  async firstAvailable(signal: AbortSignal): Promise<Slot> {
    try {
      return await this.#ask("getFirstAvailableBlock", [], signal, (answer) =>
        asNatural(answer, "first available block"),
      );
    } catch (error) {
      if (error instanceof RpcError) return 0;
      throw error;
    }
  }

  /** Returns null if the slot has no block, or no longer has one. */
  block(slot: Slot, signal: AbortSignal): Promise<TextBlock | null> {
    let text: Buffer;
    const parse: ParseAnswer = (body) => parseAnswer((text = body));
    const read = (json: unknown) => ({ ...readBlock(slot, json), text });
    return this.#getBlock(slot, FULL, signal, read, parse);
  }

  /** Returns null if the slot has no block. For a slot that the node has not reached, it waits. */
  async blockhashAt(slot: Slot, signal: AbortSignal): Promise<string | null> {
    return this.#getBlock(slot, HEADER_ONLY, signal, (answer) =>
      asText(asRecord(answer, `block ${slot}`)["blockhash"], "blockhash"),
    );
  }

  /**
   * "Not available" and null mean that the block is late or that the chain has skipped the slot. Only the list of slots
   * decides, once the tip is past the slot: a node reports "skipped" only for final slots.
   */
  async #getBlock<T>(
    slot: Slot,
    form: object,
    signal: AbortSignal,
    read: (answer: unknown) => T,
    parse?: ParseAnswer,
  ): Promise<T | null> {
    const options = {
      ...this.#commitment,
      ...form,
      maxSupportedTransactionVersion: 1,
      rewards: false,
    };
    const attempt = async (): Promise<T | null> => {
      const answer = await this.#rpc
        .call("getBlock", [slot, options], signal, parse)
        .catch((error: unknown) => {
          if (isCode(error, NOT_AVAILABLE_YET)) return null;
          throw error;
        });
      if (answer !== null) return this.#read(answer, read);
      if (await this.#isPassed(slot, signal)) return null;
      throw new Error(`no block of slot ${slot} yet`);
    };
    try {
      const isFinal = (e: unknown) =>
        isCode(e, CLEANED_UP, SKIPPED, SKIPPED_IN_LONG_TERM_STORAGE);
      return await retrying(attempt, { ...this.#policy, isFinal }, signal);
    } catch (error) {
      if (isCode(error, SKIPPED, SKIPPED_IN_LONG_TERM_STORAGE)) return null;
      if (!isCode(error, CLEANED_UP)) throw error;
      throw new BlockGone(
        `node ${this.#rpc.origin} no longer has the block of slot ${slot}: ${error.message}`,
        { cause: error },
      );
    }
  }

  async #isPassed(slot: Slot, signal: AbortSignal): Promise<boolean> {
    if ((await this.tip(signal)) <= slot) return false;
    return (await this.list(slot, slot, signal)).length === 0;
  }

  #ask<T>(
    method: string,
    params: unknown,
    signal: AbortSignal,
    read: (answer: unknown) => T,
  ): Promise<T> {
    const isFinal = (error: unknown) => isCode(error, METHOD_NOT_FOUND);
    return retrying(
      async () =>
        this.#read(await this.#rpc.call(method, params, signal), read),
      { ...this.#policy, isFinal },
      signal,
    );
  }

  /** An unreadable answer is an error of the node. */
  #read<T>(answer: unknown, read: (answer: unknown) => T): T {
    try {
      return read(answer);
    } catch (error) {
      this.#rpc.preferAnother();
      throw error;
    }
  }
}

function isCode(error: unknown, ...codes: number[]): error is RpcError {
  return error instanceof RpcError && codes.includes(error.code);
}
