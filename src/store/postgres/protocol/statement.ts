import type { ClientBase } from "pg";
import type { Row, Value } from "../../connection.ts";
import { numberPlaceholders } from "./placeholders.ts";

interface Statement {
  readonly name: string;
  readonly text: string;
}

const statements = new Map<string, Statement>();

/** Each statement text has one name for the life of the process, under which each connection prepares it once. */
function statementFor(sql: string): Statement {
  let statement = statements.get(sql);
  if (!statement) {
    const name = `tachyon_${statements.size}`;
    statement = { name, text: numberPlaceholders(sql) };
    statements.set(sql, statement);
  }
  return statement;
}

export async function queryRows(
  client: ClientBase,
  sql: string,
  params: readonly Value[],
): Promise<readonly Row[]> {
  const { name, text } = statementFor(sql);
  const { rows } = await client.query<Value[]>({
    name,
    text,
    values: params as Value[],
    rowMode: "array",
  });
  return rows;
}
