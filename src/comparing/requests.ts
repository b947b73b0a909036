import { METHODS } from "../client/api.ts";
import { type Keys, type Kind, UNKNOWN_KEY } from "./keys.ts";
import type { Params } from "./server.ts";

export interface Request {
  readonly method: string;
  readonly params: Params;
  /** Whether the result is a list, which is read to its end. */
  readonly walked: boolean;
}

type ParamsOf = (key: string) => Params;

const hash: ParamsOf = (key) => ({ hash: key });
const address: ParamsOf = (key) => ({ address: key });
const owner: ParamsOf = (key) => ({ owner: key });

/** The methods for each kind of key. */
const BY_KEY: Readonly<
  Record<Kind, readonly (readonly [ParamsOf, readonly string[]])[]>
> = {
  owners: [
    [
      owner,
      [
        "getCompressedAccountsByOwner",
        "getCompressedAccountsByOwnerV2",
        "getCompressedBalanceByOwner",
        "getCompressionSignaturesForOwner",
      ],
    ],
  ],
  tokenOwners: [
    [
      owner,
      [
        "getCompressedTokenAccountsByOwner",
        "getCompressedTokenAccountsByOwnerV2",
        "getCompressedTokenBalancesByOwner",
        "getCompressedTokenBalancesByOwnerV2",
        "getCompressionSignaturesForTokenOwner",
        "getCompressedTokenHistory",
      ],
    ],
  ],
  mints: [
    [
      (mint) => ({ mint }),
      [
        "getCompressedMintTokenHolders",
        "getCompressedTokenHistory",
        "getCompressedMintInfo",
      ],
    ],
  ],
  delegates: [
    [
      (delegate) => ({ delegate }),
      [
        "getCompressedTokenAccountsByDelegate",
        "getCompressedTokenAccountsByDelegateV2",
      ],
    ],
  ],
  addresses: [
    [
      address,
      [
        "getCompressedAccount",
        "getCompressedAccountV2",
        "getCompressedBalance",
        "getCompressionSignaturesForAddress",
        "getAccountInterface",
      ],
    ],
    [
      (key) => ({ addresses: [key] }),
      [
        "getMultipleCompressedAccounts",
        "getMultipleCompressedAccountsV2",
        "getMultipleAccountInterfaces",
      ],
    ],
  ],
  hashes: [
    [
      hash,
      [
        "getCompressedAccount",
        "getCompressedAccountV2",
        "getCompressedAccountBalance",
        "getCompressedTokenAccountBalance",
        "getCompressionSignaturesForAccount",
        "getCompressedAccountProof",
        "getCompressedAccountProofV2",
      ],
    ],
    [
      (key) => ({ hashes: [key] }),
      [
        "getMultipleCompressedAccounts",
        "getMultipleCompressedAccountsV2",
        "getValidityProof",
        "getValidityProofV2",
      ],
    ],
    // The reference takes only a bare list.
    [
      (key) => [key] as unknown as Params,
      [
        "getMultipleCompressedAccountProofs",
        "getMultipleCompressedAccountProofsV2",
      ],
    ],
  ],
  signatures: [
    [
      (signature) => ({ signature }),
      [
        "getTransactionWithCompressionInfo",
        "getTransactionWithCompressionInfoV2",
      ],
    ],
  ],
  trees: [
    [(tree) => ({ tree, limit: 100 }), ["getQueueLeafIndices"]],
    [
      (tree) => ({
        tree,
        outputQueue: { limit: 100 },
        inputQueue: { limit: 100 },
      }),
      ["getQueueElements"],
    ],
  ],
};

const WITHOUT_KEY: readonly (readonly [string, Params])[] = [
  ["getIndexerHealth", {}],
  ["getQueueInfo", {}],
  ["getTrees", {}],
  ["getIndexStatistics", {}],
  ["getSetAsideTransactions", { limit: 100 }],
  ["getLatestCompressionSignatures", { limit: 100 }],
  ["getLatestNonVotingSignatures", { limit: 100 }],
  ["getMultipleNewAddressProofs", [UNKNOWN_KEY] as unknown as Params],
  [
    "getMultipleNewAddressProofsV2",
    [
      {
        address: UNKNOWN_KEY,
        tree: "amt1Ayt45jfbdw5YSo7iz6WZxUmnZsQTYXy82hVwyC2",
      },
    ] as unknown as Params,
  ],
];

/** A prover needs almost a second per proof. */
const MAX_PROOFS = 2;

/** Every method with every key that it takes, alternating between methods. */
export function planRequests(keys: Keys): Request[] {
  const requests = WITHOUT_KEY.map(([method, params]) =>
    requestFor(method, params, false),
  );
  for (const [kind, groups] of Object.entries(BY_KEY))
    for (const [paramsOf, methods] of groups)
      for (const [i, key] of keys[kind as Kind].entries())
        for (const method of methods)
          if (i < MAX_PROOFS || !method.startsWith("getValidityProof"))
            requests.push(requestFor(method, paramsOf(key), true));
  for (const [i, owner] of keys.tokenOwners.entries()) {
    const mint = keys.mints[i];
    if (mint !== undefined)
      requests.push(requestFor("getAtaInterface", { owner, mint }, false));
  }
  return requests;
}

function requestFor(method: string, params: Params, walk: boolean): Request {
  const { list } = METHODS[method as keyof typeof METHODS];
  return { method, params, walked: walk && list !== null };
}

/** The request as a shell command. */
export function curlOf(url: string, { method, params }: Request): string {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  return `curl -s '${url}' -H 'content-type: application/json' -d '${body}'`;
}
