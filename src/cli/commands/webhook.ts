import { randomBytes } from "node:crypto";
import { parseWatched } from "../../live/watchedLists.ts";
import { RpcError } from "../../rpc/errors.ts";
import { readVersion } from "../../settings/package.ts";
import type { FlagValues } from "../../settings/readFlags.ts";
import { UsageError } from "../../settings/usageError.ts";
import { switchFlag, textFlag, urlFlag } from "../../settings/values.ts";
import type { Connection } from "../../store/connection.ts";
import { openForUpkeep } from "../../store/open.ts";
import {
  addWebhook,
  findWebhook,
  removeWebhook,
  switchOn,
} from "../../store/webhooks/changes.ts";
import { listWebhooks, type Webhook } from "../../store/webhooks/rows.ts";
import { counted } from "../../service/indexing/progress.ts";
import { assertAllowedUrl, createPoster } from "../../webhooks/post.ts";
import { createSecret } from "../../webhooks/signature.ts";
import { sendTest } from "../../webhooks/sendTest.ts";
import { existingStore, existingStoreFlags } from "../onlyStore.ts";

const KEY_FLAGS = ["owner", "mint", "delegate", "address"] as const;

export const webhookFlags = {
  ...existingStoreFlags,
  url: urlFlag("URL", "add: the receiver.", ["https:", "http:"]),
  owner: textFlag("KEY", "add: the owner whose list is followed."),
  mint: textFlag("KEY", "add: the mint whose list is followed."),
  delegate: textFlag("KEY", "add: the delegate whose list is followed."),
  address: textFlag("KEY", "add: the address whose list is followed."),
  params: {
    value: "JSON",
    help: "add: all parameters of the method, with filters and dataSlice, as in a request.",
    parse: parseParams,
    otherwise: null,
  },
  "allow-private": switchFlag(
    "add: send also over plain HTTP, and to addresses that are not public.",
  ),
};

type WebhookFlags = FlagValues<typeof webhookFlags>;
type Print = (line: string) => void;

/** `add METHOD`, `list`, `remove ID` or `test ID`. The service may run or not. */
export async function webhook(
  [action = "", name, ...rest]: readonly string[],
  flags: WebhookFlags,
  print: Print,
): Promise<void> {
  const act = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined;
  if (!act || rest.length > 0 || (name === undefined) !== (action === "list"))
    throw new UsageError(
      "use webhook add METHOD --url URL, webhook list, webhook remove ID or webhook test ID",
    );
  const connection = await openForUpkeep(existingStore(flags));
  try {
    await act(connection, name ?? "", flags, print);
  } finally {
    await connection.close();
  }
}

type Action = (
  connection: Connection,
  name: string,
  flags: WebhookFlags,
  print: Print,
) => Promise<void>;

const ACTIONS: Readonly<Record<string, Action>> = { add, list, remove, test };

async function add(
  connection: Connection,
  method: string,
  flags: WebhookFlags,
  print: Print,
): Promise<void> {
  const { url, "allow-private": allowPrivate } = flags;
  if (!url) throw new UsageError("webhook add: --url is missing");
  assertUsable(url, allowPrivate);
  const hook = {
    id: `wh_${randomBytes(6).toString("hex")}`,
    ...{ url: url.href, allowPrivate, secret: createSecret() },
    list: listOf(method, flags),
  };
  await addWebhook(connection, hook);
  print(`added ${hook.id}: changes of ${method} go to ${hook.url}`);
  print(`its secret, shown only now: ${hook.secret}`);
}

function assertUsable(url: URL, allowPrivate: boolean): void {
  if (url.username !== "" || url.password !== "")
    throw new UsageError(
      "--url: a user or password is not sent; the receiver checks the signature",
    );
  try {
    assertAllowedUrl(url, allowPrivate);
  } catch (error) {
    const why = (error as Error).message;
    throw new UsageError(`--url: ${why}; see --allow-private`);
  }
}

function listOf(method: string, flags: WebhookFlags) {
  const keys = KEY_FLAGS.flatMap((name) =>
    flags[name] === null ? [] : [[name, flags[name]] as const],
  );
  const list = {
    method,
    params: { ...flags.params, ...Object.fromEntries(keys) },
  };
  try {
    parseWatched(list);
    return list;
  } catch (error) {
    // Errors in a parameter are shown to the user.
    throw error instanceof RpcError
      ? new UsageError(`webhook add: ${error.message}`)
      : error;
  }
}

function parseParams(text: string): Readonly<Record<string, unknown>> {
  try {
    const params: unknown = JSON.parse(text);
    if (typeof params === "object" && params && !Array.isArray(params))
      return params as Readonly<Record<string, unknown>>;
  } catch {
    // the same as another value
  }
  throw new UsageError("is not a JSON object");
}

async function list(
  connection: Connection,
  _name: string,
  _flags: WebhookFlags,
  print: Print,
): Promise<void> {
  const hooks = await listWebhooks(connection);
  for (const hook of hooks) print(describe(hook));
  print(counted(hooks.length, "webhook"));
}

function describe({ id, url, list, state }: Webhook): string {
  const { position } = state;
  const at = position ? `up to slot ${position.slot}` : "nothing sent yet";
  const params = JSON.stringify(list.params);
  return `${id}  ${list.method} ${params}  ${url}  ${at}  ${health(state)}`;
}

function health({ isOff, trouble, failingSince }: Webhook["state"]): string {
  if (isOff) return `off: ${trouble ?? ""}`;
  if (failingSince === null) return "on";
  const since = new Date(failingSince * 1000).toISOString();
  return `failing since ${since}: ${trouble ?? ""}`;
}

async function remove(
  connection: Connection,
  id: string,
  _flags: WebhookFlags,
  print: Print,
): Promise<void> {
  await removeWebhook(connection, id);
  print(`removed ${id}`);
}

/** A webhook that was switched off continues where it stopped, once its receiver accepts a message. */
async function test(
  connection: Connection,
  id: string,
  _flags: WebhookFlags,
  print: Print,
): Promise<void> {
  const hook = await findWebhook(connection, id);
  const poster = createPoster();
  const failure = await sendTest(hook, poster, readVersion());
  poster.close();
  if (failure !== null) throw new UsageError(`${id}: ${failure}`);
  print(`${id}: ${hook.url} accepted an empty change`);
  if (!hook.state.isOff) return;
  await switchOn(connection, id);
  print(`${id} is switched on again`);
}
