// What the tables hold and how values are stored: bytes are Uint8Array, a 64-bit number is 8 bytes big-endian
// (exact over all of u64, and sorted as bytes), slots and counts are integers below 2^53, items are finished JSON.

export type ColumnType = "bytes" | "integer" | "text";

export interface Table {
  readonly name: string;
  /** Key columns come first. */
  readonly columns: Readonly<Record<string, ColumnType>>;
  readonly keyColumns: number;
}

function table(
  name: string,
  key: Record<string, ColumnType>,
  rest: Record<string, ColumnType> = {},
): Table {
  return {
    name,
    columns: { ...key, ...rest },
    keyColumns: Object.keys(key).length,
  };
}

/** A list that pages are read from: its key, the position of an item, and the item's JSON. */
function list(name: string, rest: Record<string, ColumnType> = {}): Table {
  return table(
    name,
    { key: "bytes", position: "bytes" },
    { ...rest, item: "text" },
  );
}

/** Unspent token accounts: key = token owner or delegate, position = mint ‖ hash. */
export const tokensByOwner = list("tokens_by_owner");
export const tokensByDelegate = list("tokens_by_delegate");
/** Unspent accounts: key = owner, position = hash. The data is there for memcmp filters. */
export const accountsByOwner = list("accounts_by_owner", { data: "bytes" });
/** Unspent compressed mints: key = the mint's on-chain address, position = hash. */
export const compressedMints = list("compressed_mints");
/** Transactions that created or spent an account: position = slot ‖ signature. */
export const signaturesByOwner = list("signatures_by_owner");
export const signaturesByTokenOwner = list("signatures_by_token_owner");
export const signaturesByAddress = list("signatures_by_address");
/** Balances above zero: key = mint, position = balance ‖ owner. The balance is that one since the block of slot `since`. */
export const holders = table(
  "holders",
  { key: "bytes", position: "bytes" },
  { item: "text", since: "integer" },
);
/**
 * Rows that lists had in the past: `list` names the list and its key, and the row was there from slot `since` up to but
 * not including `until`. See past/lifetimes.ts for `node`. Items are not kept: they follow from `accounts`, or from the
 * position.
 */
export const pastRows = table(
  "past_rows",
  { node: "integer", list: "bytes", position: "bytes", since: "integer" },
  { until: "integer" },
);
/** Every compression transaction: position = slot ‖ signature. */
export const transactions = table(
  "transactions",
  { position: "bytes" },
  { item: "text" },
);

/** The newest transactions that are neither compression nor votes; see otherTransactions.ts. */
export const otherTransactions = table(
  "other_transactions",
  { position: "bytes" },
  { item: "text" },
);

/** Every account ever created. Spent ones stay: histories and the undoing of forks need them. */
export const accounts = table(
  "accounts",
  { hash: "bytes" },
  {
    address: "bytes",
    owner: "bytes",
    lamports: "bytes",
    discriminator: "bytes",
    data: "bytes",
    data_hash: "bytes",
    tree: "bytes",
    leaf_index: "integer",
    seq: "bytes",
    slot_created: "integer",
    created_by: "bytes",
    spent_slot: "integer",
    spent_by: "bytes",
    nullifier_queue_index: "bytes",
    transaction_hash: "bytes",
  },
);

/**
 * Sums over unspent accounts, 16 bytes big-endian. `accounts_seen` counts the accounts ever added, so that undoing the
 * first one takes the row away again. `since` is the slot of the first one.
 */
export const tokenBalances = table(
  "token_balances",
  { owner: "bytes", mint: "bytes" },
  { amount: "bytes", accounts_seen: "integer", since: "integer" },
);
export const lamportBalances = table(
  "lamport_balances",
  { owner: "bytes" },
  { amount: "bytes", accounts_seen: "integer" },
);

/**
 * The change of an owner's balance of a mint by each transaction: position = slot ‖ index of the transaction in its
 * block. `change` and `balance` are decimal; the balance is null while older blocks are missing. `item` is the JSON
 * before these two fields.
 */
export const tokenChanges = table(
  "token_changes",
  { owner: "bytes", mint: "bytes", position: "bytes" },
  { change: "text", balance: "text", item: "text" },
);
/** The change of an owner's lamports by each block: position = slot. */
export const lamportChanges = table(
  "lamport_changes",
  { owner: "bytes", position: "bytes" },
  { change: "text", balance: "text" },
);

/**
 * What the balances and changes of each mint add up to: the supply over unspent accounts, 16 bytes big-endian, the owners
 * above zero, and the transactions that changed a balance, null if older versions kept no changes. `accounts_seen` as in
 * token_balances.
 */
export const mintTotals = table(
  "mint_totals",
  { mint: "bytes" },
  {
    supply: "bytes",
    holders: "integer",
    transactions: "integer",
    accounts_seen: "integer",
  },
);
/**
 * What the chain says about each of these mints. `ask_at` is the Unix second from which on the chain is asked again. For a
 * mint that was never asked about, it is the negative slot in which the mint was first seen.
 */
export const mintNames = table(
  "mint_names",
  { mint: "bytes" },
  {
    decimals: "integer",
    decimals_source: "text",
    name: "text",
    symbol: "text",
    uri: "text",
    name_source: "text",
    ask_at: "integer",
  },
);
/** How many rows some tables have; see write/counts.ts. */
export const counts = table("counts", { name: "text" }, { value: "integer" });
/** The compression transactions in `width` slots from `first_slot` on. */
export const transactionCounts = table(
  "transaction_counts",
  { width: "integer", first_slot: "integer" },
  { transactions: "integer" },
);

/** Programs that created accounts with an address. Used to find the compressed twins of on-chain accounts. */
export const addressPrograms = table(
  "address_programs",
  { program: "bytes" },
  { accounts_seen: "integer" },
);

/** Spends of accounts that are not indexed: an index that starts mid-chain may see the account later, or never. */
export const pendingSpends = table(
  "pending_spends",
  { hash: "bytes" },
  {
    slot: "integer",
    signature: "bytes",
    item: "text",
    nullifier_queue_index: "bytes",
    transaction_hash: "bytes",
    place: "integer",
  },
);

const treeColumns: Record<string, ColumnType> = {
  queue: "bytes",
  type: "integer",
  leaves: "integer",
  leaves_appended: "integer",
  nullifiers: "integer",
  nullifiers_emptied: "integer",
  addresses: "integer",
  addresses_appended: "integer",
};
/** Known trees, with the counters of their V2 queues. */
export const trees = table("trees", { tree: "bytes" }, treeColumns);
/** The part of those counters that comes from backfilled blocks: undoing newer blocks must not take them below it. */
export const backfilledTrees = table(
  "backfilled_trees",
  { tree: "bytes" },
  treeColumns,
);

/**
 * The state of each tree besides its queues. `seqs` are the applied sequence numbers; `root` is null until the first
 * change. The `*_hashed` columns count the leaves, nullifiers and elements that the nodes include; `stale` is 1 while
 * leaf pages are not hashed yet. `fault` is why the root differs from the root of a batch. The last columns hold the
 * comparison with the tree's account on chain, and the slot in which another tree took its place.
 */
export const treeStates = table(
  "tree_states",
  { tree: "bytes" },
  {
    root_capacity: "integer",
    seqs: "text",
    root: "bytes",
    leaves_hashed: "integer",
    nullifiers_hashed: "integer",
    elements_hashed: "integer",
    stale: "integer",
    fault: "text",
    checked_slot: "integer",
    checked_seq: "text",
    verdict: "text",
    rolled_over_slot: "integer",
  },
);
/** Nodes of a tree; see trees/nodes/treePage.ts. The leaves of state trees are primary data; all other nodes are derived. */
export const treePages = table(
  "tree_pages",
  { tree: "bytes", page: "integer" },
  { content: "bytes" },
);
/** Leaf pages whose nodes are not computed yet. */
export const stalePages = table("stale_pages", {
  tree: "bytes",
  page: "integer",
});
/** Inputs of V2 trees by their position in the nullifier queue. */
export const queuedNullifiers = table(
  "queued_nullifiers",
  { tree: "bytes", queue_index: "bytes" },
  { hash: "bytes" },
);
/** Addresses in address trees or their queues. The neighbours of an element follow from the order of the values. */
export const addressElements = table(
  "address_elements",
  { tree: "bytes", value: "bytes" },
  { leaf_index: "integer" },
);
/** The roots that batch updates of V2 trees announce. */
export const batchRoots = table(
  "batch_roots",
  { tree: "bytes", seq: "bytes" },
  { root: "bytes" },
);

export const blocks = table(
  "blocks",
  { slot: "integer" },
  {
    parent_slot: "integer",
    blockhash: "text",
    block_time: "integer",
    block_height: "integer",
  },
);

/**
 * Ranges of slots, both ends included, whose blocks are all indexed. The last range grows with the chain. The blockhash
 * is that of the first block's parent, with which the previous range must end.
 */
export const ranges = table(
  "ranges",
  { first_slot: "integer" },
  { last_slot: "integer", parent_blockhash: "text" },
);

/** Additional data for undoing a recent block; see undo.ts. */
export const undo = table("undo", { slot: "integer" }, { entry: "text" });

/** Transactions that could not be decoded. */
export const quarantine = table(
  "quarantine",
  { slot: "integer", transaction_index: "integer" },
  { signature: "bytes", reason: "text", bytes: "bytes" },
);

/** Windows of account data with a filter index; see filterIndexes/definition.ts. */
export const filterIndexes = table(
  "filter_indexes",
  { id: "integer" },
  {
    owner: "bytes",
    start: "integer",
    length: "integer",
    state: "integer",
    built_to: "bytes",
  },
);
/** Unspent accounts of owners with a filter index: key = index ‖ bytes in its window, position = hash. */
export const accountsByWindow = list("accounts_by_window", { data: "bytes" });

/**
 * What each transaction changed in the lists; see changeLog/. `slot` and `blockhash` are the newest block afterwards.
 * `top` is the largest such slot so far. Subscribers cannot continue from blocks up to `floor_slot`, because older blocks
 * were filled in since. `total` is the bytes of all entries so far. `written_ms` is a Unix time. `rows` is null if
 * anything may have changed.
 */
export const listChanges = table(
  "list_changes",
  { number: "integer" },
  {
    kind: "integer",
    slot: "integer",
    blockhash: "text",
    top: "integer",
    floor_slot: "integer",
    total: "integer",
    written_ms: "integer",
    lists: "bytes",
    rows: "bytes",
    texts: "text",
  },
);
/**
 * Receivers of changes of lists. The block `slot` with `blockhash` is the last one that was delivered. Times are Unix
 * seconds. Never part of a snapshot.
 */
export const webhooks = table(
  "webhooks",
  { id: "text" },
  {
    url: "text",
    method: "text",
    params: "text",
    secret: "text",
    allow_private: "integer",
    slot: "integer",
    blockhash: "text",
    failures: "integer",
    failing_since: "integer",
    trouble: "text",
    is_off: "integer",
  },
);

/** Facts about the store itself, such as which chain it belongs to. */
export const facts = table("facts", { name: "text" }, { value: "text" });
