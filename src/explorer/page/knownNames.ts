const NAMES: Readonly<Record<string, string>> = {
  cTokenmWW8bLPjZEBAUgYy3zKxQZW6VKi7bqNFEVv3m: "Compressed Token program",
  SySTEM1eSU2p4BGQfQpimFEWWSC1XDFeun3Nqzz3rT7: "Light System program",
  compr6CUsB5m2jS4Y3831ztGSTnDpnKJTKS95d64XVq: "Account Compression program",
  "11111111111111111111111111111111": "System program",
};

/** The common name of this key, or null. */
export function knownName(key: string): string | null {
  return NAMES[key] ?? null;
}
