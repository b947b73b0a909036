import { NoKeys } from "../comparing/keys.ts";
import { BrokenChain } from "../ingest/chain.ts";
import { ForkTooDeep, NoBeginning } from "../ingest/follow.ts";
import { NotAChain } from "../ingest/source/file/recording.ts";
import { NotAccounts } from "../ingest/source/file/fileAccounts.ts";
import { AnotherChain } from "../ingest/source/node/failover.ts";
import { NotASnapshot } from "../ingest/source/file/referenceSnapshot.ts";
import { NodeUnreachable, RpcError } from "../ingest/source/node/jsonRpc.ts";
import { BlockGone } from "../ingest/source/node/nodeBlocks.ts";
import { Stalled } from "../ingest/supervise.ts";
import { NotTheNextBlock, sqliteCode, StoreError } from "../store/errors.ts";
import { BadKeyFile } from "../serve/access/keyFile.ts";
import { BadTlsFiles } from "../serve/tls.ts";
import { PortLost } from "../serve/keepListening.ts";
import { UsageError } from "../settings/usageError.ts";

const NAMED = [
  UsageError,
  NoKeys,
  BadKeyFile,
  BadTlsFiles,
  PortLost,
  NotAChain,
  NotAccounts,
  BrokenChain,
  BlockGone,
  ForkTooDeep,
  NoBeginning,
  Stalled,
  NotASnapshot,
  AnotherChain,
  NodeUnreachable,
  RpcError,
  StoreError,
  NotTheNextBlock,
];

/** One line that an operator can act on, or null for an unexpected error. */
export function explain(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if (NAMED.some((kind) => error instanceof kind)) return error.message;
  if (sqliteCode(error) !== undefined)
    return `the store cannot be used: ${error.message}`;
  return explainListening(error);
}

interface ListenError extends NodeJS.ErrnoException {
  readonly address?: string;
  readonly port?: number;
}

function explainListening(error: ListenError): string | null {
  const { code, syscall, address, port, message } = error;
  if (code === "EADDRINUSE")
    return `port ${port ?? "?"} on ${address ?? "?"} is in use: choose another with --port`;
  if (code === "EACCES" && syscall === "listen")
    return `port ${port ?? "?"} may not be used by this user: choose another with --port`;
  if (syscall === "listen" || syscall === "getaddrinfo")
    return `--host: cannot listen there (${message})`;
  return null;
}
