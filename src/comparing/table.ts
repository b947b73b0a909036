/** Columns of text: the first one to the left, the others to the right. */
export function table(rows: readonly (readonly (string | number)[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => String(row[column]).length)),
  );
  return rows
    .map((row) =>
      row
        .map((cell, column) => {
          const width = widths[column]!;
          const text = String(cell);
          return column === 0 ? text.padEnd(width) : text.padStart(width);
        })
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
