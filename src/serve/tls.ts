import { createPrivateKey, X509Certificate } from "node:crypto";
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
 * Terminates TLS in front of the HTTP server. Changed files are loaded without a restart; if they do not match, the
 * previous ones stay in use.
 */
export function tlsFront(
  server: Server,
  files: TlsFiles,
  log: TlsLog,
): TlsServer {
  const front = createServer({
    ...readTlsFiles(files),
    minVersion: "TLSv1.2",
    ALPNProtocols: ["http/1.1"],
  });
  front.on("secureConnection", (socket) => {
    server.emit("connection", socket);
  });
  // A failed handshake affects only its client.
  front.on("tlsClientError", (_error, socket) => {
    socket.destroy();
  });
  const stop = watchFiles([files.cert, files.key], () => {
    try {
      front.setSecureContext(readTlsFiles(files));
      log.say("tls      new certificate in use");
    } catch (err) {
      log.error(
        { err },
        "the new certificate cannot be used; the previous one stays in use",
      );
    }
  });
  front.on("close", stop);
  return front;
}

/** Files that cannot be used for TLS; the message names the flag. */
export class BadTlsFiles extends Error {
  override readonly name = "BadTlsFiles";
}

/** The content of the files, after checking that they are a certificate and its key. */
export function readTlsFiles({ cert, key }: TlsFiles) {
  const pair = { cert: read("--tls-cert", cert), key: read("--tls-key", key) };
  const certificate = parse(
    () => new X509Certificate(pair.cert),
    `--tls-cert: ${cert} is not a certificate (PEM)`,
  );
  const privateKey = parse(
    () => createPrivateKey(pair.key),
    `--tls-key: ${key} is not a private key (PEM)`,
  );
  if (!certificate.checkPrivateKey(privateKey))
    throw new BadTlsFiles(
      `--tls-key: ${key} is not the key of the certificate ${cert}`,
    );
  return pair;
}

function read(flag: string, path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (cause) {
    const why = (cause as Error).message;
    throw new BadTlsFiles(`${flag}: ${path} cannot be read (${why})`, {
      cause,
    });
  }
}

function parse<T>(attempt: () => T, sentence: string): T {
  try {
    return attempt();
  } catch (cause) {
    throw new BadTlsFiles(sentence, { cause });
  }
}
