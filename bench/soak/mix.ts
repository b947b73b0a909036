import type { SoakChain } from "./chain.ts";

/** One request of the mix, and a check of its response. */
export interface MixedRequest {
  readonly name: string;
  readonly path: string;
  readonly body: string | null;
  readonly right: (status: number, text: string) => boolean;
}

type Pick = <T>(items: readonly T[]) => T;

const isPage = (status: number, text: string): boolean =>
  status === 200 && text.includes('"result"');
const hasCode = (code: number) => (status: number, text: string) =>
  status === 200 && text.includes(`"code":${code}`);
const isOk = (status: number): boolean => status === 200;

function call(method: string, params: object): string {
  return JSON.stringify({ jsonrpc: "2.0", id: "soak", method, params });
}

/** The mix of a public server: pages of every size and list, scans, batches, invalid requests, static pages and probes. */
export function mixOf(chain: SoakChain, pick: Pick): MixedRequest {
  const page = (method: string, params: object): MixedRequest => {
    const body = call(method, { ...params, limit: pick([1, 10, 100, 1000]) });
    return { name: method, path: `/${method}`, body, right: isPage };
  };
  const owner = pick(chain.owners);
  const lists: readonly (() => MixedRequest)[] = [
    () => page("getCompressedTokenAccountsByOwner", { owner }),
    () => page("getCompressedTokenAccountsByDelegate", { delegate: owner }),
    () => page("getCompressedAccountsByOwner", { owner }),
    () => page("getCompressionSignaturesForTokenOwner", { owner }),
    () => page("getCompressionSignaturesForOwner", { owner }),
    () =>
      page("getCompressionSignaturesForAddress", {
        address: pick(chain.addresses),
      }),
    () => page("getLatestCompressionSignatures", {}),
    () => page("getCompressedMintTokenHolders", { mint: pick(chain.mints) }),
  ];
  const others: readonly (() => MixedRequest)[] = [
    () =>
      page("getCompressedAccountsByOwner", {
        owner,
        filters: [{ memcmp: { offset: 0, bytes: "2" } }],
      }),
    () => batch(lists.map((make) => make().body!)),
    () => mistake(call("getCompressedAccountsByOwner", { owner: "x" }), -32602),
    () => mistake(call("getNothing", {}), -32601),
    () => mistake("{", -32700),
    () => plain("/"),
    () => plain("/status"),
    () => plain("/metrics"),
    () => plain("/readiness"),
  ];
  return pick([...lists, ...lists, ...lists, ...others])();
}

function batch(bodies: readonly string[]): MixedRequest {
  return {
    name: "batch",
    path: "/",
    body: `[${bodies.join(",")}]`,
    right: isPage,
  };
}

function mistake(body: string, code: number): MixedRequest {
  return { name: "mistake", path: "/", body, right: hasCode(code) };
}

function plain(path: string): MixedRequest {
  return { name: path, path, body: null, right: isOk };
}
