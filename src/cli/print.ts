/** Writes a line of output, not of the log. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
