import type { BlockContext, WatchedList } from "../../domain/listChange.ts";
import type { Reading, Row } from "../connection.ts";
import { selectSql } from "../schema/statements.ts";
import { webhooks } from "../schema/tables.ts";

/** A receiver of the changes of a list. */
export interface Webhook {
  readonly id: string;
  readonly url: string;
  readonly list: WatchedList;
  readonly secret: string;
  /** Whether plain HTTP and addresses that are not public are allowed (--allow-private). */
  readonly allowPrivate: boolean;
  readonly state: WebhookState;
}

/** Position and health of a delivery. */
export interface WebhookState {
  /** The last delivered block; null if the store had no block yet when the webhook was added. */
  readonly position: BlockContext | null;
  /** The failed attempts since the last success. */
  readonly failures: number;
  /** Unix seconds of the first of them. */
  readonly failingSince: number | null;
  /** Why the last attempt failed, or why the webhook is switched off. */
  readonly trouble: string | null;
  readonly isOff: boolean;
}

export async function listWebhooks(reading: Reading): Promise<Webhook[]> {
  const rows = await reading.all(`${selectSql(webhooks)} order by id`, []);
  return rows.map(rowToWebhook);
}

export function webhookToRow(hook: Webhook): Row {
  const { id, url, list, secret, allowPrivate, state } = hook;
  return [
    ...[id, url, list.method, JSON.stringify(list.params)],
    ...[secret, Number(allowPrivate)],
    ...stateToColumns(state),
  ];
}

function stateToColumns(state: WebhookState): Row {
  const { position, failures, failingSince, trouble, isOff } = state;
  return [
    ...[position?.slot ?? null, position?.blockhash ?? null],
    ...[failures, failingSince, trouble, Number(isOff)],
  ];
}

export function rowToWebhook(row: Row): Webhook {
  const [id, url, method, params, secret, allowPrivate] = row;
  const [slot, blockhash, failures, failingSince, trouble, isOff] =
    row.slice(6);
  const position = { slot: slot as number, blockhash: blockhash as string };
  return {
    id: id as string,
    url: url as string,
    list: {
      method: method as string,
      params: JSON.parse(params as string) as Record<string, unknown>,
    },
    secret: secret as string,
    allowPrivate: allowPrivate === 1,
    state: {
      position: slot === null ? null : position,
      failures: failures as number,
      failingSince: failingSince as number | null,
      trouble: trouble as string | null,
      isOff: isOff === 1,
    },
  };
}
