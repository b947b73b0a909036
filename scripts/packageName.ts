// The name in package.json decides under which name Tachyon is installed and imported. Documents repeat it: `npm run
// write-name` updates them, and a test finds outdated ones.
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const project = fileURLToPath(new URL("../", import.meta.url));

interface PackageFile {
  readonly name: string;
  readonly version: string;
  readonly homepage: string;
  readonly engines: { readonly node: string };
}

export const {
  name: packageName,
  version,
  homepage,
  engines,
} = JSON.parse(read("package.json")) as PackageFile;

const NAME = String.raw`(?:@[a-z\d-]+/)?[a-z][a-z\d-]*`;
/** An import of the client, the commands that fetch the package (in a block of commands or between backticks), and its files. */
const MENTIONS = [
  `(?<=["'\`])${NAME}(?=/client["'\`])`,
  `(?<=(?:^ *|\`)(?:npx|npm (?:install|view)) (?:-\\S+ )*)${NAME}`,
  `(?<=node_modules/)${NAME}(?=/deploy/)`,
].map((pattern) => new RegExp(pattern, "gm"));
const REPOSITORY = /https:\/\/github\.com\/[\w-]+\/tachyon\b/g;

/** The document with the current names of package and repository. */
export function withPackageName(text: string): string {
  const repository = homepage.replace("#readme", "");
  return MENTIONS.reduce(
    (changed, mention) => changed.replace(mention, packageName),
    text.replace(REPOSITORY, repository),
  );
}

/** Paths of all documents. */
export function documents(): string[] {
  return [
    "README.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    ...pagesIn("docs"),
    ...pagesIn("deploy"),
  ];
}

function pagesIn(folder: string): string[] {
  const entries = readdirSync(join(project, folder), {
    recursive: true,
    withFileTypes: true,
  });
  return entries
    .filter(
      (entry) =>
        entry.isFile() && /\.(md|ya?ml|service)$|file$/.test(entry.name),
    )
    .map((entry) => relative(project, join(entry.parentPath, entry.name)));
}

export function read(path: string): string {
  return readFileSync(join(project, path), "utf8");
}
