import type { Server } from "node:http";
import { readKeyFile } from "../../serve/access/keyFile.ts";
import { KeyRing } from "../../serve/access/keyRing.ts";
import { Callers, isLoopback } from "../../serve/access/callers.ts";
import {
  type Admit,
  installAccess,
  RefusalCounts,
} from "../../serve/access/access.ts";
import { acceptHost } from "../../serve/access/hostCheck.ts";
import { secretsIn } from "../../serve/access/secret.ts";
import { watchFiles } from "../../serve/watchedFile.ts";
import type { PublicFlags } from "../../settings/publicFlags.ts";
import type { Reporter } from "../reporter.ts";

/** Default units a second for an address: ten full pages, or a hundred small ones. */
const DEFAULT_RATE = 200;
/** The burst, in seconds of the rate. */
const SAVED_SECONDS = 10;
const FORGET_EVERY_MS = 10_000;

/** Callers and their limits, as the flags define them. */
export interface OpenCallers {
  readonly callers: Callers;
  readonly ring: KeyRing | null;
  close(): void;
}

export function openCallers(
  flags: PublicFlags,
  reporter: Reporter,
  onSpend?: (who: string, units: number) => void,
): OpenCallers {
  const perSecond = flags["rate-limit"] ?? DEFAULT_RATE;
  const keys = flags["api-keys"] ? openKeys(flags["api-keys"], reporter) : null;
  const ring = keys?.ring ?? null;
  const callers = new Callers({
    keys: ring,
    addressRate:
      perSecond === 0 ? null : { perSecond, burst: perSecond * SAVED_SECONDS },
    limitLoopback: flags["rate-limit"] !== null,
    ...(onSpend && { onSpend }),
  });
  const forget = setInterval(() => {
    callers.addresses?.forgetFull(performance.now());
  }, FORGET_EVERY_MS).unref();
  const close = (): void => {
    clearInterval(forget);
    keys?.stop();
  };
  return { callers, ring, close };
}

/** Installs the access checks in front of a server. */
export function openAccess(
  server: Server,
  flags: PublicFlags & { readonly host: string },
  { callers, ring }: OpenCallers,
): { readonly refused: RefusalCounts; readonly admit: Admit } {
  const refused = new RefusalCounts();
  const origins = listed(flags["cors-origin"]);
  const admit = installAccess(server, {
    callers,
    refused,
    origins: origins && new Set(origins),
    acceptHost: acceptHost({
      host: flags.host,
      trustProxy: flags["trust-proxy"],
      allowed: listed(flags["allowed-hosts"]),
    }),
    trustProxy: flags["trust-proxy"],
    mayReadMetrics: (request, address) =>
      isLoopback(address) ||
      secretsIn(request).some((secret) =>
        ring?.find(secret)?.entry.scopes?.has("metrics"),
      ),
  });
  return { refused, admit };
}

function listed(text: string | null): string[] | null {
  return text ? text.split(",").map((part) => part.trim()) : null;
}

/** An unreadable file fails the start. Later, a failed reload keeps the previous keys. */
function openKeys(path: string, reporter: Reporter) {
  const ring = new KeyRing();
  ring.load(readKeyFile(path), performance.now());
  const stop = watchFiles([path], () => {
    try {
      ring.load(readKeyFile(path), performance.now());
      reporter.say("keys     reloaded");
    } catch (err) {
      reporter.error(
        { err },
        "the new API keys cannot be read; the previous ones stay in use",
      );
    }
  });
  return { ring, stop };
}
