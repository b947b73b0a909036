import { extname } from "node:path";

/** The file of a thread next to the module that starts it: TypeScript in the source tree, JavaScript in the build. */
export function threadFile({ filename, url }: ImportMeta, name: string): URL {
  return new URL(`./${name}${extname(filename)}`, url);
}
