import { fetchReporting } from "./reachable.ts";
import { endpoint } from "./rpc.ts";

/** The methods of this server, read from its OpenAPI document. Views of missing methods are hidden. */
export interface Server {
  readonly version: string;
  readonly methods: ReadonlySet<string>;
  /** Methods that answer for an earlier slot, too. */
  readonly ofThePast: ReadonlySet<string>;
}

interface OpenApi {
  readonly info: { readonly version: string };
  readonly paths: Readonly<Record<string, unknown>>;
}

export async function readServer(): Promise<Server> {
  const response = await fetchReporting(endpoint("openapi.json"));
  if (!response.ok) throw new Error(`openapi.json: HTTP ${response.status}`);
  const { info, paths } = (await response.json()) as OpenApi;
  const names = Object.keys(paths).map((path) => path.slice(1));
  const past = names.filter((name) =>
    JSON.stringify(paths[`/${name}`]).includes('"atSlot"'),
  );
  return {
    version: info.version,
    methods: new Set(names),
    ofThePast: new Set(past),
  };
}
