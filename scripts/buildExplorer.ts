import { mkdir, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const page = new URL("../src/explorer/page/", import.meta.url);
/** The built page is part of the source, so that serving it needs no build tool. */
export const builtExplorer = new URL("../src/explorer/built/", import.meta.url);

/** The explorer's files as served, by name. */
export async function bundleExplorer(): Promise<ReadonlyMap<string, Buffer>> {
  const { outputFiles } = await build({
    entryPoints: ["main.ts", "style.css", "index.html", "icon.svg"].map(
      (name) => fileURLToPath(new URL(name, page)),
    ),
    entryNames: "[name]",
    outdir: fileURLToPath(builtExplorer),
    bundle: true,
    minify: true,
    write: false,
    format: "iife",
    target: "es2023",
    charset: "utf8",
    loader: { ".html": "copy", ".svg": "copy" },
  });
  return new Map(
    outputFiles.map(({ path, contents }) => [
      servedName(path.slice(path.lastIndexOf("/") + 1)),
      Buffer.from(contents),
    ]),
  );
}

function servedName(name: string): string {
  return name.replace(/^(main|style)\./, "explorer.");
}

async function writeExplorer(): Promise<void> {
  await mkdir(builtExplorer, { recursive: true });
  for (const [name, bytes] of await bundleExplorer()) {
    await writeFile(new URL(name, builtExplorer), bytes);
    process.stdout.write(`${name}  ${bytes.length} bytes\n`);
  }
}

if (import.meta.main) await writeExplorer();
