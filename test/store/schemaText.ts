import type { Reader } from "../../src/store/reader.ts";

/** The tables and indexes of a store as its engine describes them, for docs/schema.sql. */
export async function schemaText(reader: Reader): Promise<string> {
  const sql = reader.dialect.atOnce ? SQLITE : POSTGRES;
  const rows = await reader.all(sql, []);
  const statements = rows.map(([text]) => tidy(text as string));
  return `${statements.join(";\n")};\n`;
}

const SQLITE = `select sql from sqlite_schema
  where sql is not null and name not like 'sqlite_%' order by tbl_name, type desc, name`;

const POSTGRES = `
  select text from (
    select c.relname as tbl, 0 as kind, '' as name,
      'create table ' || c.relname || ' (' || (
        select string_agg(a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
          || case when a.attnotnull then ' not null' else '' end, ', ' order by a.attnum)
        from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      ) || ')' || coalesce(' with (' || array_to_string(c.reloptions, ', ') || ')', '') as text
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    union all
    select tablename, 1, indexname, indexdef from pg_indexes where schemaname = 'public'
  ) as parts order by tbl, kind, name`;

/** In lower case, with a line for each column. */
function tidy(sql: string): string {
  const line = sql
    .replaceAll(/\s+/g, " ")
    .replaceAll("public.", "")
    .replaceAll(/\b[A-Z]+\b/g, (word) => word.toLowerCase())
    .replaceAll("( ", "(")
    .replaceAll(" )", ")");
  if (!line.startsWith("create table")) return line;
  // Commas inside a primary key separate no columns.
  return line.replaceAll(/, (?![^(]*\)(?! with|,|$))/g, ",\n  ");
}
