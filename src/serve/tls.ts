import { readFileSync } from "node:fs";
import type { Server } from "node:http";
import { createServer, type Server as TlsServer } from "node:tls";
import { watchFiles } from "./watchedFile.ts";

export interface TlsFiles {
  readonly cert: string;
  readonly key: string;
}

export interface TlsLog {
  say(text: string): void;
  error(facts: object, text: string): void;
}

/**
 * Speaks TLS on the port and hands what it decrypts to the HTTP server. New files are taken without a restart; files
 * that do not fit together leave the ones before in use.
 */
export function tlsFront(
  server: Server,
  files: TlsFiles,
  log: TlsLog,
): TlsServer {
  const front = createServer({
    ...readPair(files),
    minVersion: "TLSv1.2",
    ALPNProtocols: ["http/1.1"],
  });
  front.on("secureConnection", (socket) => {
    server.emit("connection", socket);
  });
  // A handshake that fails is the client's trouble.
  front.on("tlsClientError", (_error, socket) => {
    socket.destroy();
  });
  const stop = watchFiles([files.cert, files.key], () => {
    try {
      front.setSecureContext(readPair(files));
      log.say("tls      new certificate in use");
    } catch (err) {
      log.error(
        { err },
        "the new certificate does not work, the one before stays",
      );
    }
  });
  front.on("close", stop);
  return front;
}

function readPair({ cert, key }: TlsFiles) {
  return { cert: readFileSync(cert), key: readFileSync(key) };
}
