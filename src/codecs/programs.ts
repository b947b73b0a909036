import { parseAddress } from "./bytes.ts";

export const ACCOUNT_COMPRESSION = parseAddress(
  "compr6CUsB5m2jS4Y3831ztGSTnDpnKJTKS95d64XVq",
);
export const LIGHT_SYSTEM = parseAddress(
  "SySTEM1eSU2p4BGQfQpimFEWWSC1XDFeun3Nqzz3rT7",
);
export const COMPRESSED_TOKEN = parseAddress(
  "cTokenmWW8bLPjZEBAUgYy3zKxQZW6VKi7bqNFEVv3m",
);
export const SPL_TOKEN = parseAddress(
  "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA",
);
export const TOKEN_2022 = parseAddress(
  "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb",
);
export const ASSOCIATED_TOKEN = parseAddress(
  "ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL",
);
export const NOOP = parseAddress("noopb9bkMVfRPU8AsbpTUg8AQkHtKwMYZiFUjNRtMmV");
export const SOLANA_SYSTEM = parseAddress("11111111111111111111111111111111");
export const VOTE = parseAddress("Vote111111111111111111111111111111111111111");

/** Signs for the Light system program. The compression program requires this signer for insertions into queues. */
export const REGISTERED_PROGRAM = parseAddress(
  "35hkDgaAKwMCaxRz2ocSZ6NaUrtKkyNqU6c4RV3tYJRh",
);
/** Trees with another owner are not part of the public state. */
export const ACCEPTED_TREE_OWNER = parseAddress(
  "24rt4RgeyjUCWGS2eF7L7gyNMuz6JWdqYpAvb1KRoHxs",
);
