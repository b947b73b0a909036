import { once } from "node:events";
import { createServer } from "node:net";
import { readKeyFile } from "../serve/access/keyFile.ts";
import { readTlsFiles } from "../serve/tls.ts";
import type { ServeFlags } from "../settings/serveFlags.ts";
import { UsageError } from "../settings/usageError.ts";
import { isPostgres } from "../store/open.ts";

/** Finds problems before the start that would otherwise end it after minutes of indexing. */
export async function assertCanStart(flags: ServeFlags): Promise<void> {
  assertMeaningful(flags);
  if (flags["disable-api"]) return;
  if (flags["api-keys"]) readKeyFile(flags["api-keys"]);
  assertTlsUsable(flags);
  await assertPortFree(flags);
}

export function assertMeaningful(flags: ServeFlags): void {
  if (flags["disable-indexing"] && flags["disable-api"])
    throw new UsageError(
      "--disable-indexing and --disable-api together leave nothing to do",
    );
  if (flags["read-db-url"].length > 0 && !isPostgres(flags["db-url"] ?? ""))
    throw new UsageError("--read-db-url needs a postgres:// --db-url");
}

export function assertTlsUsable(flags: TlsFlags): void {
  const tls = tlsFilesOf(flags);
  if (tls) readTlsFiles(tls);
}

type TlsFlags = Pick<ServeFlags, "tls-cert" | "tls-key">;

/** Null if the service does not use TLS. */
export function tlsFilesOf({ "tls-cert": cert, "tls-key": key }: TlsFlags) {
  if (cert && key) return { cert, key };
  if (cert ?? key)
    throw new UsageError("--tls-cert and --tls-key: give both or none");
  return null;
}

/** Rejects with the error of the attempt to listen. */
export async function assertPortFree(
  where: Pick<ServeFlags, "host" | "port">,
): Promise<void> {
  const server = createServer().listen({ host: where.host, port: where.port });
  await once(server, "listening");
  server.close();
  await once(server, "close");
}
