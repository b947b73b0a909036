import { readdirSync } from "node:fs";
import { parseAllDocuments } from "yaml";
import { read } from "../../scripts/packageName.ts";

/** Every document of a YAML file in deploy/. */
export function readYaml<T>(path: string): T[] {
  return parseAllDocuments(read(`deploy/${path}`)).map((document) => {
    if (document.errors[0]) throw document.errors[0];
    return document.toJS() as T;
  });
}

export interface ComposeService {
  readonly image?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly volumes?: readonly (string | Mount)[];
}

export interface Mount {
  readonly source: string;
  readonly target: string;
  readonly bind?: { readonly create_host_path?: boolean };
}

export function composeServices(): Readonly<Record<string, ComposeService>> {
  const [file] = readYaml<{ services: Record<string, ComposeService> }>(
    "compose.yaml",
  );
  return file!.services;
}

/** Paths of all files under deploy/. */
export function deployFiles(): string[] {
  const folder = new URL("../../deploy/", import.meta.url);
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (path) => /\.\w+$|file$/.test(path) && !/\.(key|json)$/.test(path),
  );
}

/** Substitutes `${NAME:?why}` like Docker Compose. */
export function interpolate(
  environment: Readonly<Record<string, string>>,
  values: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).map(([name, text]) => [
      name,
      text.replace(/\$\{(\w+)[^}]*\}/g, (_, variable: string) => {
        const value = values[variable];
        if (value === undefined) throw new Error(`${variable} is not set`);
        return value;
      }),
    ]),
  );
}
