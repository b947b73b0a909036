// `GET /export/<method>`: a whole list as a download.
import type { ServerResponse } from "node:http";
import type { FastifyInstance } from "fastify";
import {
  type Encoder,
  type Format,
  formatNamed,
  FORMATS,
} from "../../exporting/formats.ts";
import {
  EXPORTED,
  fileName,
  findPoint,
  isExported,
  openWalk,
  type Walk,
} from "../../exporting/walk.ts";
import { abandonedOf } from "../../rpc/http/abandoned.ts";
import { callerOf } from "../../rpc/http/callerOf.ts";
import { asRpcError } from "../../rpc/dispatch/errorAnswer.ts";
import { quote, RpcError } from "../../rpc/errors.ts";
import {
  assertMayDownload,
  type DownloadAccess,
  type DownloadLimit,
  SLOWEST_MS,
  write,
} from "./limits.ts";
import { type ListRequest, parseValue, serveLists } from "../rawRoutes.ts";
import type { Slot } from "../../domain/values.ts";
import { HttpRefusal, sendRefusal } from "../refusal.ts";
import type { Methods } from "../../rpc/method.ts";
import type { Reader } from "../../store/reader.ts";

export interface ExportParts {
  readonly read: Reader;
  readonly methods: Methods;
  readonly access: DownloadAccess;
  /** Counts exports in this process. */
  readonly running: DownloadLimit;
  /** Time limit for a caller to read the bytes in its buffers; see PIECE. */
  readonly slowestMs?: number;
  readonly pageItems?: number;
  readonly onError: (error: unknown) => void;
}

export function serveExports(app: FastifyInstance, parts: ExportParts): void {
  serveLists(app, "export", (request, response) =>
    answer(request, response, parts).catch((cause: unknown) => {
      const error = cause instanceof HttpRefusal ? cause : asRpcError(cause);
      if (!response.headersSent) {
        sendRefusal(response, error, parts.onError, cause);
        return;
      }
      if (error.name === "internalError" && !response.destroyed)
        parts.onError(cause);
      response.destroy();
    }),
  );
}

async function answer(
  request: ListRequest,
  response: ServerResponse,
  parts: ExportParts,
): Promise<void> {
  const caller = callerOf(request.raw);
  assertMayDownload(parts.access, caller);
  const { method, format, params, atSlot } = parseQuery(request);
  caller?.assertMay(method);
  const done = parts.running.start(caller?.name ?? null);
  try {
    const { read, methods, slowestMs = SLOWEST_MS } = parts;
    const signal = abandonedOf(response);
    const point = await findPoint(read, atSlot, signal);
    const walk = openWalk({
      ...{ read, methods, method, params, point, signal },
      pageItems: parts.pageItems,
      charge: (units) => caller?.charge(units),
    });
    const name = fileName(method, params, point, format.extension);
    await send(walk, format, response, { name, slowestMs });
  } finally {
    done();
  }
}

/** The first page is read before the response headers are sent, because most errors occur there. */
async function send(
  walk: Walk,
  format: Format,
  response: ServerResponse,
  { name, slowestMs }: { readonly name: string; readonly slowestMs: number },
): Promise<void> {
  const encoder = format.encoder(walk.columns);
  const pages = walk.pages();
  const first = await pages.next();
  response.writeHead(200, {
    "content-type": format.type,
    "content-disposition": `attachment; filename="${name}"`,
    "x-context-slot": walk.point.slot,
    "access-control-expose-headers": "x-context-slot, content-disposition",
    "cache-control": "no-store",
  });
  for await (const bytes of encoded(
    encoder,
    first.done ? [] : first.value,
    pages,
  ))
    await write(response, bytes, slowestMs);
  response.end();
}

async function* encoded(
  encoder: Encoder,
  first: readonly string[],
  rest: AsyncIterable<readonly string[]>,
): AsyncGenerator<Uint8Array> {
  yield encoder.begin();
  yield encoder.add(first);
  for await (const items of rest) yield encoder.add(items);
  yield encoder.end();
}

/** Parameters of the request, not of the method. */
const OWN = ["format", "atSlot", "api-key"];

function parseQuery({ params: { method }, query }: ListRequest) {
  if (!isExported(method))
    throw new RpcError(
      "invalidParams",
      `${quote(method)} cannot be exported: choose one of ${EXPORTED.join(", ")}`,
    );
  const format = formatNamed(String(query["format"] ?? "csv"));
  if (!format)
    throw new RpcError(
      "invalidParams",
      `format: must be one of ${Object.keys(FORMATS).join(", ")}`,
    );
  const atSlot = query["atSlot"] === undefined ? null : slotOf(query["atSlot"]);
  const params = Object.fromEntries(
    Object.entries(query)
      .filter(([name]) => !OWN.includes(name))
      .map(([name, value]) => [name, parseValue(name, value)]),
  );
  for (const name of ["cursor", "limit", "blockhash"])
    if (name in params)
      throw new RpcError(
        "invalidParams",
        `${name}: an export is the whole list`,
      );
  return { method, format, params, atSlot };
}

/** Digits only: an empty value or another notation is a mistake of the caller, not slot 0. */
function slotOf(text: string | string[]): Slot {
  const slot = Number(text);
  if (!/^\d+$/.test(String(text)) || !Number.isSafeInteger(slot))
    throw new RpcError("invalidParams", "atSlot: must be a slot");
  return slot;
}
