import type { Server } from "node:http";
import { readKeyFile } from "../serve/gate/keyFile.ts";
import { KeyRing } from "../serve/gate/keyRing.ts";
import { Callers, isLoopback } from "../serve/gate/callers.ts";
import { installGate, RefusalCounts } from "../serve/gate/gate.ts";
import { secretsIn } from "../serve/gate/secret.ts";
import { watchFiles } from "../serve/watchedFile.ts";
import type { PublicFlags } from "./commands/publicFlags.ts";
import type { Screen } from "./screen.ts";

/** Units a second for an address that nobody set a limit for: ten full pages, or a hundred small ones. */
const DEFAULT_RATE = 200;
/** Seconds' worth of units that can be saved up. */
const SAVED_SECONDS = 10;
const FORGET_EVERY_MS = 10_000;

/** Who may ask and how much, as the flags say. */
export interface OpenCallers {
  readonly callers: Callers;
  readonly ring: KeyRing | null;
  close(): void;
}

export function openCallers(
  flags: PublicFlags,
  screen: Screen,
  onSpend?: (who: string, units: number) => void,
): OpenCallers {
  const perSecond = flags["rate-limit"] ?? DEFAULT_RATE;
  const keys = flags["api-keys"] ? openKeys(flags["api-keys"], screen) : null;
  const ring = keys?.ring ?? null;
  const callers = new Callers({
    keys: ring,
    addressRate:
      perSecond === 0 ? null : { perSecond, burst: perSecond * SAVED_SECONDS },
    limitLoopback: flags["rate-limit"] !== null,
    ...(onSpend && { onSpend }),
  });
  const forget = setInterval(() => {
    callers.addresses?.forgetFull(Date.now());
  }, FORGET_EVERY_MS).unref();
  const close = (): void => {
    clearInterval(forget);
    keys?.stop();
  };
  return { callers, ring, close };
}

/** Puts the gate that the flags describe before a server. */
export function openGate(
  server: Server,
  flags: PublicFlags,
  { callers, ring }: OpenCallers,
): RefusalCounts {
  const refused = new RefusalCounts();
  installGate(server, {
    callers,
    refused,
    origins: flags["cors-origin"]
      ? new Set(flags["cors-origin"].split(",").map((text) => text.trim()))
      : null,
    trustProxy: flags["trust-proxy"],
    mayReadMetrics: (request, address) =>
      isLoopback(address) ||
      secretsIn(request).some((secret) =>
        ring?.find(secret)?.entry.scopes?.has("metrics"),
      ),
  });
  return refused;
}

/** A file that cannot be read stops the start; later, the keys known before stay in use. */
function openKeys(path: string, screen: Screen) {
  const ring = new KeyRing();
  ring.load(readKeyFile(path), Date.now());
  const stop = watchFiles([path], () => {
    try {
      ring.load(readKeyFile(path), Date.now());
      screen.say("keys     read again");
    } catch (err) {
      screen.error(
        { err },
        "the new API keys cannot be read, the ones before stay",
      );
    }
  });
  return { ring, stop };
}
