import type { Chain } from "../../domain/chain.ts";
import type { Prover } from "../../domain/prover.ts";
import type { Text } from "../../render/text.ts";
import type { MaybePromise } from "../../store/maybePromise.ts";
import type { Reader } from "../../store/reader.ts";
import type { Commitment } from "../commitment.ts";
import type { Methods } from "../method.ts";
import type { ReachSlot } from "../minContextSlot.ts";
import type { Caller, Observer } from "../observer.ts";

export interface DispatchLimits {
  /** The largest number of requests in a batch. */
  readonly batch: number;
  /** Once the answers of a batch have this many characters, its remaining requests are refused. */
  readonly batchAnswer: number;
  /** Once this many requests wait for the store, further ones are refused. */
  readonly waiting: number;
}

export const DISPATCH_LIMITS: DispatchLimits = {
  batch: 100,
  batchAnswer: 32 * 2 ** 20,
  waiting: 1000,
};

/** The part of a pino logger that is used here. */
export interface Log {
  error(fields: object, message: string): void;
}

export type TakeTurn = <T>(
  units: number,
  work: () => MaybePromise<T>,
) => MaybePromise<T>;

export interface DispatchOptions {
  readonly read: Reader;
  /** The node or file that transactions and on-chain accounts are read from, if there is one. */
  readonly chain?: Chain | null;
  /** The prover for zero-knowledge proofs, if there is one. */
  readonly prover?: Prover | null;
  readonly methods: Methods;
  readonly log: Log;
  /** The commitment of the indexed blocks; the default is confirmed. */
  readonly commitment?: Commitment;
  readonly limits?: Partial<DispatchLimits>;
  /** The reason why nothing can be answered now (too far behind the chain), or null. Called for each request. */
  readonly unavailable?: () => string | null;
  /** Runs a call's work when the load allows; throws an RpcError if it is shed. */
  readonly takeTurn?: TakeTurn;
  /** Waits for the slot a call asks for. */
  readonly reachSlot?: ReachSlot;
  readonly observer?: Observer;
}

/**
 * Takes a request body and returns the answer's text, in ASCII; null if there is nothing to answer (HTTP 204). Never
 * throws.
 */
export type Dispatch = (
  body: Buffer,
  path: string,
  requestId: string,
  caller?: Caller,
  /**
   * Aborts when the connection closes before the answer is sent. Called only for stores whose reads can be cancelled.
   */
  abandoned?: () => AbortSignal,
) => MaybePromise<Text | null>;
