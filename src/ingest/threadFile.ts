import { extname } from "node:path";

/** The program of a thread, beside the module that starts it: TypeScript where it is developed, JavaScript where it was built. */
export function threadFile({ filename, url }: ImportMeta, name: string): URL {
  return new URL(`./${name}${extname(filename)}`, url);
}
