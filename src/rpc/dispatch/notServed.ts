/** Methods of the reference, or that SDKs send, that are not available here, with a hint for the error message. */
export const NOT_SERVED: ReadonlyMap<string, string> = new Map([
  [
    "getSignaturesForAsset",
    "it is about compressed NFTs; for compressed accounts use getCompressionSignaturesForAccount {hash} or getCompressionSignaturesForAddress {address}",
  ],
  ["listSubscribe", "call it over a WebSocket, and not in a batch"],
  ["listUnsubscribe", "call it over a WebSocket, and not in a batch"],
  ["liveness", "use GET /liveness"],
  ["readiness", "use GET /readiness"],
]);
