/** Writes a line of output, as opposed to a line of log. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
