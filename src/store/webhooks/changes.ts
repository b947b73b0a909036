import type { BlockContext } from "../../domain/listChange.ts";
import type { Connection } from "../connection.ts";
import { StoreError } from "../errors.ts";
import { webhooks } from "../schema/tables.ts";
import { readHead } from "../write/head.ts";
import {
  listWebhooks,
  rowToWebhook,
  type Webhook,
  type WebhookState,
  webhookToRow,
} from "./rows.ts";

/** Each costs memory, and time with every block. */
const MAX_WEBHOOKS = 1_000;

const HEALTHY = {
  ...{ failures: 0, failingSince: null },
  ...{ trouble: null, isOff: false },
};

/** Adds a webhook whose messages begin after the newest block. */
export function addWebhook(
  connection: Connection,
  hook: Omit<Webhook, "state">,
): Promise<void> {
  return connection.transaction(async () => {
    if ((await listWebhooks(connection)).length >= MAX_WEBHOOKS)
      throw new StoreError(
        `there are ${MAX_WEBHOOKS} webhooks already: remove one first`,
      );
    const position = await readHead(connection);
    const state = { ...HEALTHY, position };
    await connection.upsertMany(webhooks, [webhookToRow({ ...hook, state })]);
  });
}

export function findWebhook(
  connection: Connection,
  id: string,
): Promise<Webhook> {
  return connection.transaction(() => findOne(connection, id));
}

async function findOne(connection: Connection, id: string): Promise<Webhook> {
  const [row] = await connection.findMany(webhooks, [[id]]);
  if (!row) throw new StoreError(`there is no webhook ${id}`);
  return rowToWebhook(row);
}

export function removeWebhook(
  connection: Connection,
  id: string,
): Promise<void> {
  return connection.transaction(async () => {
    await findOne(connection, id);
    await connection.deleteMany(webhooks, [[id]]);
  });
}

/** Switches a webhook on again. It continues where it stopped. */
export function switchOn(connection: Connection, id: string): Promise<void> {
  return connection.transaction(async () => {
    const hook = await findOne(connection, id);
    const state = { ...hook.state, ...HEALTHY };
    await connection.upsertMany(webhooks, [webhookToRow({ ...hook, state })]);
  });
}

/** The new state of a webhook whose position was `before`. */
export interface SavedState {
  readonly id: string;
  readonly before: BlockContext | null;
  readonly state: WebhookState;
}

/**
 * Saves states in one transaction. Leaves out webhooks that were removed, or whose stored position differs because another
 * process has moved it, and returns their ids.
 */
export function saveWebhookStates(
  connection: Connection,
  saved: readonly SavedState[],
): Promise<readonly string[]> {
  return connection.transaction(async () => {
    const keys = saved.map(({ id }) => [id]);
    const rows = await connection.findMany(webhooks, keys);
    const stored = new Map(
      rows.map(rowToWebhook).map((hook) => [hook.id, hook]),
    );
    const current = saved.filter(({ id, before }) =>
      isSame(stored.get(id), before),
    );
    const changed = current.map(({ id, state }) =>
      webhookToRow({ ...stored.get(id)!, state }),
    );
    if (changed.length > 0) await connection.upsertMany(webhooks, changed);
    return saved.filter((each) => !current.includes(each)).map(({ id }) => id);
  });
}

function isSame(
  hook: Webhook | undefined,
  before: BlockContext | null,
): boolean {
  if (!hook) return false;
  const { position } = hook.state;
  return (
    position?.slot === before?.slot && position?.blockhash === before?.blockhash
  );
}
