// The signature scheme of the Standard Webhooks specification: https://www.standardwebhooks.com.
import { createHmac, randomBytes } from "node:crypto";

const PREFIX = "whsec_";
const SECRET_BYTES = 32;

export function createSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString("base64");
}

/** The headers that identify and sign a message. Attempts share the `id`, and each has its own time. */
export function signedHeaders(
  secret: string,
  id: string,
  body: string,
  seconds = Math.floor(Date.now() / 1000),
): Record<string, string> {
  const key = Buffer.from(secret.slice(PREFIX.length), "base64");
  const signed = createHmac("sha256", key).update(`${id}.${seconds}.${body}`);
  return {
    "webhook-id": id,
    "webhook-timestamp": String(seconds),
    "webhook-signature": `v1,${signed.digest("base64")}`,
  };
}
