/** The statements of both engines have `?` for a parameter; PostgreSQL expects numbers. */
export function numberPlaceholders(sql: string): string {
  let n = 0;
  return sql.replaceAll("?", () => `$${++n}`);
}
