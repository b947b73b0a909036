import { lookup as lookupName, type LookupAddress } from "node:dns";
import * as http from "node:http";
import * as https from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { promisify } from "node:util";
import { isPublicAddress } from "./publicAddress.ts";
import { ConcurrencyLimit } from "./concurrencyLimit.ts";

const TIMEOUT_MS = 10_000;
/** The content of an answer is ignored. A short one is read to its end, so that the connection can be used again. */
const MAX_ANSWER = 2 ** 16;
/** Node looks up names in four shared threads, which must not all wait for a name server that hangs. */
const MAX_LOOKUPS = 2;

export interface PosterOptions {
  readonly timeoutMs?: number;
  /** The addresses of a name. */
  readonly resolve?: (host: string) => Promise<readonly LookupAddress[]>;
  readonly isAllowed?: (address: string) => boolean;
  /** The certificate authority of receivers, if it is none that Node trusts. */
  readonly ca?: string;
}

export interface Message {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly allowPrivate: boolean;
}

/** Sends messages to receivers that may be slow, hostile or gone. */
export interface Poster {
  /** The status of the answer. Rejects if there is none in time, or if the address is not allowed. */
  post(message: Message, signal: AbortSignal): Promise<number>;
  close(): void;
}

/** Throws if the URL itself shows that messages must not go there. */
export function assertAllowedUrl(
  { protocol, hostname }: URL,
  allowPrivate: boolean,
  isAllowed = isPublicAddress,
): void {
  if (allowPrivate) return;
  if (protocol !== "https:") throw new Error("the URL is not https");
  const address = hostname.replace(/^\[|\]$/g, "");
  if (isIP(address) > 0 && !isAllowed(address))
    throw new Error(`${address} is not a public address`);
}

export function createPoster(options: PosterOptions = {}): Poster {
  const { timeoutMs = TIMEOUT_MS, isAllowed = isPublicAddress } = options;
  // Separate agents, so that a message to a public receiver never takes a kept connection to a private one.
  const guarded = agents(options.ca);
  const open = agents(options.ca);
  const lookup = publicLookup(options.resolve ?? resolveName, isAllowed);
  return {
    post({ url: text, headers, body, allowPrivate }, signal) {
      const url = new URL(text);
      assertAllowedUrl(url, allowPrivate, isAllowed);
      const limit = AbortSignal.timeout(timeoutMs);
      const request = {
        url,
        body,
        options: {
          ...{ method: "POST", headers, maxHeaderSize: 16_384 },
          ...(!allowPrivate && { lookup }),
          agent: (allowPrivate ? open : guarded)[protocolOf(url)],
          signal: AbortSignal.any([signal, limit]),
        },
      };
      return send(request).catch((error: unknown) => {
        signal.throwIfAborted();
        throw limit.aborted
          ? new Error(`no answer within ${timeoutMs / 1000} s`)
          : error;
      });
    },
    close() {
      for (const agent of [guarded, open].flatMap(Object.values))
        (agent as http.Agent).destroy();
    },
  };
}

type Protocol = "http:" | "https:";

const protocolOf = (url: URL) => url.protocol as Protocol;

function agents(ca: string | undefined): Record<Protocol, http.Agent> {
  const idle = { keepAlive: true, timeout: 30_000, maxFreeSockets: 1 };
  return {
    "http:": new http.Agent(idle),
    "https:": new https.Agent({ ...idle, ...(ca && { ca }) }),
  };
}

interface Request {
  readonly url: URL;
  readonly body: string;
  readonly options: https.RequestOptions;
}

/** Redirects are not followed: they would lead to an address that was not checked. */
function send({ url, body, options }: Request): Promise<number> {
  const { request } = url.protocol === "https:" ? https : http;
  return new Promise((resolve, reject) => {
    let answered = false;
    const sent = request(url, options, (answer) => {
      answered = true;
      const done = (): void => {
        resolve(answer.statusCode ?? 0);
      };
      answer.on("close", done).on("error", done);
      discard(answer);
    });
    sent.on("upgrade", (answer, socket) => {
      socket.destroy();
      resolve(answer.statusCode ?? 0);
    });
    sent.on("error", (error: NodeJS.ErrnoException) => {
      if (answered) return; // the status counts, whatever becomes of the rest
      // A kept connection may be closed by the other side at the moment it is used again.
      if (sent.reusedSocket && error.code === "ECONNRESET")
        send({ url, body, options }).then(resolve, reject);
      else reject(error);
    });
    sent.end(body);
  });
}

function discard(answer: http.IncomingMessage): void {
  let length = 0;
  answer.on("data", (chunk: Buffer) => {
    length += chunk.length;
    if (length > MAX_ANSWER) answer.destroy();
  });
}

/** A lookup that fails for a name with an address that is not allowed. The connection goes to what it returns. */
function publicLookup(
  resolve: NonNullable<PosterOptions["resolve"]>,
  isAllowed: (address: string) => boolean,
): LookupFunction {
  const limit = new ConcurrencyLimit(MAX_LOOKUPS);
  const none = new AbortController().signal;
  const find = async (host: string) => {
    const found = await limit.run(() => resolve(host), none);
    if (found.length === 0) throw new Error(`${host} has no address`);
    const refused = found.find(({ address }) => !isAllowed(address));
    if (refused)
      throw new Error(
        `${host} is ${refused.address}, which is not a public address`,
      );
    return found;
  };
  return (host, { all }, callback) => {
    find(host).then(
      (found) => {
        const [first] = found;
        if (all) callback(null, [...found]);
        else callback(null, first!.address, first!.family);
      },
      (error: unknown) => {
        callback(error as Error, "");
      },
    );
  };
}

const lookupAll = promisify(lookupName);

function resolveName(host: string): Promise<readonly LookupAddress[]> {
  return lookupAll(host, { all: true });
}
