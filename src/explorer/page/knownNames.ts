export const TOKEN_PROGRAM = "cTokenmWW8bLPjZEBAUgYy3zKxQZW6VKi7bqNFEVv3m";
export const COMPRESSION_PROGRAM =
  "compr6CUsB5m2jS4Y3831ztGSTnDpnKJTKS95d64XVq";
export const REGISTRY = "Lighton6oQpVkeewmo2mcPTQQp7kYHr4fWpAgJyEmDX";

export const NAMES: Readonly<Record<string, string>> = {
  [TOKEN_PROGRAM]: "Compressed Token program",
  SySTEM1eSU2p4BGQfQpimFEWWSC1XDFeun3Nqzz3rT7: "Light System program",
  [COMPRESSION_PROGRAM]: "Account Compression program",
  [REGISTRY]: "Light Registry",
  noopb9bkMVfRPU8AsbpTUg8AQkHtKwMYZiFUjNRtMmV: "Noop program",
  ComputeBudget111111111111111111111111111111: "Compute Budget program",
  TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA: "Token program",
  TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb: "Token-2022 program",
  ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL: "Associated Token program",
  "11111111111111111111111111111111": "System program",
};

/** The common name of this key, or null. */
export function knownName(key: string): string | null {
  return NAMES[key] ?? null;
}
