-- SQLite
create table accounts (hash blob not null primary key,
  address blob,
  owner blob not null,
  lamports blob not null,
  discriminator blob,
  data blob,
  data_hash blob,
  tree blob not null,
  leaf_index integer not null,
  seq blob,
  slot_created integer not null,
  created_by blob not null,
  spent_slot integer,
  spent_by blob,
  nullifier_queue_index blob,
  transaction_hash blob) without rowid;
create index unspent_accounts_by_address on accounts (address) where address is not null and spent_slot is null;
create table accounts_by_owner (key blob not null,
  position blob not null,
  data blob,
  item text not null,
  primary key (key, position)) without rowid;
create table accounts_by_window (key blob not null,
  position blob not null,
  data blob,
  item text not null,
  primary key (key, position)) without rowid;
create table address_elements (tree blob not null,
  value blob not null,
  leaf_index integer not null,
  primary key (tree, value)) without rowid;
create index address_elements_by_leaf on address_elements (tree, leaf_index);
create table address_programs (program blob not null primary key,
  accounts_seen integer not null) without rowid;
create table backfilled_trees (tree blob not null primary key,
  queue blob not null,
  type integer not null,
  leaves integer not null,
  leaves_appended integer not null,
  nullifiers integer not null,
  nullifiers_emptied integer not null,
  addresses integer not null,
  addresses_appended integer not null) without rowid;
create table batch_roots (tree blob not null,
  seq blob not null,
  root blob not null,
  primary key (tree, seq)) without rowid;
create table blocks (slot integer not null primary key,
  parent_slot integer not null,
  blockhash text not null,
  block_time integer,
  block_height integer);
create table compressed_mints (key blob not null,
  position blob not null,
  item text not null,
  primary key (key, position)) without rowid;
create table counts (name text not null primary key,
  value integer not null) without rowid;
create table facts (name text not null primary key,
  value text not null) without rowid;
create table filter_indexes (id integer not null primary key,
  owner blob not null,
  start integer not null,
  length integer not null,
  state integer not null,
  built_to blob not null);
create table holders (key blob not null,
  position blob not null,
  item text not null,
  since integer not null default 0,
  primary key (key, position)) without rowid;
create table lamport_balances (owner blob not null primary key,
  amount blob not null,
  accounts_seen integer not null) without rowid;
create table lamport_changes (owner blob not null,
  position blob not null,
  change text not null,
  balance text,
  primary key (owner, position)) without rowid;
create table list_changes (number integer not null primary key,
  kind integer not null,
  slot integer not null,
  blockhash text,
  top integer not null,
  floor_slot integer not null,
  total integer not null,
  written_ms integer not null,
  lists blob not null,
  rows blob,
  texts text);
create index list_changes_by_slot on list_changes (slot);
create table mint_names (mint blob not null primary key,
  decimals integer,
  decimals_source text,
  name text,
  symbol text,
  uri text,
  name_source text,
  ask_at integer not null) without rowid;
create index mint_names_by_ask_at on mint_names (ask_at, mint);
create table mint_totals (mint blob not null primary key,
  supply blob not null,
  holders integer not null,
  transactions integer,
  accounts_seen integer not null) without rowid;
create index mint_totals_by_holders on mint_totals (holders, mint);
create table other_transactions (position blob not null primary key,
  item text not null) without rowid;
create table past_rows (node integer not null,
  list blob not null,
  position blob not null,
  since integer not null,
  until integer not null,
  primary key (node, list, position, since)) without rowid;
create table pending_spends (hash blob not null primary key,
  slot integer not null,
  signature blob not null,
  item text not null,
  nullifier_queue_index blob,
  transaction_hash blob ,
  place integer) without rowid;
create table quarantine (slot integer not null,
  transaction_index integer not null,
  signature blob,
  reason text not null,
  bytes blob not null,
  primary key (slot, transaction_index)) without rowid;
create table queued_nullifiers (tree blob not null,
  queue_index blob not null,
  hash blob not null,
  primary key (tree, queue_index)) without rowid;
create table ranges (first_slot integer not null primary key,
  last_slot integer not null,
  parent_blockhash text);
create table schema_versions (version integer not null primary key,
  name text not null);
create table signatures_by_address (key blob not null,
  position blob not null,
  item text not null,
  primary key (key, position)) without rowid;
create table signatures_by_owner (key blob not null,
  position blob not null,
  item text not null,
  primary key (key, position)) without rowid;
create table signatures_by_token_owner (key blob not null,
  position blob not null,
  item text not null,
  primary key (key, position)) without rowid;
create table stale_pages (tree blob not null,
  page integer not null,
  primary key (tree, page)) without rowid;
create table token_balances (owner blob not null,
  mint blob not null,
  amount blob not null,
  accounts_seen integer not null,
  since integer,
  primary key (owner, mint)) without rowid;
create table token_changes (owner blob not null,
  mint blob not null,
  position blob not null,
  change text not null,
  balance text,
  item text not null,
  primary key (owner, mint, position)) without rowid;
create index token_changes_by_mint on token_changes (mint, position, owner);
create index token_changes_by_owner on token_changes (owner, position, mint);
create table tokens_by_delegate (key blob not null,
  position blob not null,
  item text not null,
  primary key (key, position)) without rowid;
create table tokens_by_owner (key blob not null,
  position blob not null,
  item text not null,
  primary key (key, position)) without rowid;
create table transaction_counts (width integer not null,
  first_slot integer not null,
  transactions integer not null,
  primary key (width, first_slot)) without rowid;
create table transactions (position blob not null primary key,
  item text not null) without rowid;
create table tree_pages (tree blob not null,
  page integer not null,
  content blob not null,
  primary key (tree, page)) without rowid;
create table tree_states (tree blob not null primary key,
  root_capacity integer,
  seqs text not null,
  root blob,
  leaves_hashed integer not null,
  nullifiers_hashed integer not null,
  elements_hashed integer not null,
  stale integer not null,
  fault text,
  checked_slot integer,
  checked_seq text,
  verdict text ,
  rolled_over_slot integer) without rowid;
create table trees (tree blob not null primary key,
  queue blob not null,
  type integer not null,
  leaves integer not null,
  leaves_appended integer not null,
  nullifiers integer not null,
  nullifiers_emptied integer not null,
  addresses integer not null,
  addresses_appended integer not null) without rowid;
create table undo (slot integer not null primary key,
  entry text not null);
create table webhooks (id text not null primary key,
  url text not null,
  method text not null,
  params text not null,
  secret text not null,
  allow_private integer not null,
  slot integer,
  blockhash text,
  failures integer not null,
  failing_since integer,
  trouble text,
  is_off integer not null);

-- PostgreSQL
create table accounts (hash bytea not null,
  address bytea,
  owner bytea not null,
  lamports bytea not null,
  discriminator bytea,
  data bytea,
  data_hash bytea,
  tree bytea not null,
  leaf_index bigint not null,
  seq bytea,
  slot_created bigint not null,
  created_by bytea not null,
  spent_slot bigint,
  spent_by bytea,
  nullifier_queue_index bytea,
  transaction_hash bytea) with (autovacuum_vacuum_scale_factor=0.02,
  autovacuum_analyze_scale_factor=0.02);
create unique index accounts_pkey on accounts using btree (hash);
create index unspent_accounts_by_address on accounts using btree (address) where ((address is not null) and (spent_slot is null));
create table accounts_by_owner (key bytea not null,
  position bytea not null,
  data bytea,
  item text not null) with (autovacuum_vacuum_scale_factor=0.02,
  autovacuum_analyze_scale_factor=0.02);
create unique index accounts_by_owner_pkey on accounts_by_owner using btree (key, "position");
create table accounts_by_window (key bytea not null,
  position bytea not null,
  data bytea,
  item text not null) with (autovacuum_vacuum_scale_factor=0.02,
  autovacuum_analyze_scale_factor=0.02);
create unique index accounts_by_window_pkey on accounts_by_window using btree (key, "position");
create table address_elements (tree bytea not null,
  value bytea not null,
  leaf_index bigint not null) with (autovacuum_vacuum_scale_factor=0.02,
  autovacuum_analyze_scale_factor=0.02);
create index address_elements_by_leaf on address_elements using btree (tree, leaf_index);
create unique index address_elements_pkey on address_elements using btree (tree, value);
create table address_programs (program bytea not null,
  accounts_seen bigint not null) with (autovacuum_vacuum_scale_factor=0.02,
  autovacuum_analyze_scale_factor=0.02);
create unique index address_programs_pkey on address_programs using btree (program);
create table backfilled_trees (tree bytea not null,
  queue bytea not null,
  type bigint not null,
  leaves bigint not null,
  leaves_appended bigint not null,
  nullifiers bigint not null,
  nullifiers_emptied bigint not null,
  addresses bigint not null,
  addresses_appended bigint not null) with (autovacuum_vacuum_scale_factor=0.02,
  autovacuum_analyze_scale_factor=0.02);
create unique index backfilled_trees_pkey on backfilled_trees using btree (tree);
create table batch_roots (tree bytea not null,
  seq bytea not null,
  root bytea not null) with (autovacuum_vacuum_scale_factor=0.02,
  autovacuum_analyze_scale_factor=0.02);
create unique index batch_roots_pkey on batch_roots using btree (tree, seq);
create table blocks (slot bigint not null,
  parent_slot bigint not null,
  blockhash text not null,
  block_time bigint,
  block_height bigint);
create unique index blocks_pkey on blocks using btree (slot);
create table compressed_mints (key bytea not null,
  position bytea not null,
  item text not null) with (autovacuum_vacuum_scale_factor=0.02,
  autovacuum_analyze_scale_factor=0.02);
create unique index compressed_mints_pkey on compressed_mints using btree (key, "position");
create table counts (name text not null,
  value bigint not null) with (autovacuum_vacuum_scale_factor=0.02,
  autovacuum_analyze_scale_factor=0.02);
create unique index counts_pkey on counts using btree (name);
create table facts (name text not null,
  value text not null) with (autovacuum_vacuum_scale_factor=0.02,
  autovacuum_analyze_scale_factor=0.02);
create unique index facts_pkey on facts using btree (name);
create table filter_indexes (id bigint not null,
  owner bytea not null,
  start bigint not null,
  length bigint not null,
  state bigint not null,
  built_to bytea not null);
create unique index filter_indexes_pkey on filter_indexes using btree (id);
create table holders (key bytea not null,
  position bytea not null,
  item text not null,
  since bigint not null) with (autovacuum_vacuum_scale_factor=0.02,
  autovacuum_analyze_scale_factor=0.02);
create unique index holders_pkey on holders using btree (key, "position");
create table lamport_balances (owner bytea not null,
  amount bytea not null,
  accounts_seen bigint not null) with (autovacuum_vacuum_scale_factor=0.02,
  autovacuum_analyze_scale_factor=0.02,
  fillfactor=50);
create unique index lamport_balances_pkey on lamport_balances using btree (owner);
create table lamport_changes (owner bytea not null,
  position bytea not null,
  change text not null,
  balance text) with (autovacuum_vacuum_scale_factor=0.02,
  autovacuum_analyze_scale_factor=0.02);
create unique index lamport_changes_pkey on lamport_changes using btree (owner, "position");
create table list_changes (number bigint not null,
  kind bigint not null,
  slot bigint not null,
  blockhash text,
  top bigint not null,
  floor_slot bigint not null,
  total bigint not null,
  written_ms bigint not null,
  lists bytea not null,
  rows bytea,
  texts text);
create index list_changes_by_slot on list_changes using btree (slot);
create unique index list_changes_pkey on list_changes using btree (number);
create table mint_names (mint bytea not null,
  decimals bigint,
  decimals_source text,
  name text,
  symbol text,
  uri text,
  name_source text,
  ask_at bigint not null) with (autovacuum_vacuum_scale_factor=0.02,
  autovacuum_analyze_scale_factor=0.02);
create index mint_names_by_ask_at on mint_names using btree (ask_at, mint);
create unique index mint_names_pkey on mint_names using btree (mint);
create table mint_totals (mint bytea not null,
  supply bytea not null,
  holders bigint not null,
  transactions bigint,
  accounts_seen bigint not null) with (autovacuum_vacuum_scale_factor=0.02,
  autovacuum_analyze_scale_factor=0.02);
create index mint_totals_by_holders on mint_totals using btree (holders, mint);
create unique index mint_totals_pkey on mint_totals using btree (mint);
create table other_transactions (position bytea not null,
  item text not null) with (autovacuum_vacuum_scale_factor=0.02,
  autovacuum_analyze_scale_factor=0.02);
create unique index other_transactions_pkey on other_transactions using btree ("position");
create table past_rows (node bigint not null,
  list bytea not null,
  position bytea not null,
  since bigint not null,
  until bigint not null) with (autovacuum_vacuum_scale_factor=0.02,
  autovacuum_analyze_scale_factor=0.02);
create unique index past_rows_pkey on past_rows using btree (node, list, "position", since);
create table pending_spends (hash bytea not null,
  slot bigint not null,
  signature bytea not null,
  item text not null,
  nullifier_queue_index bytea,
  transaction_hash bytea,
  place bigint) with (autovacuum_vacuum_scale_factor=0.02,
  autovacuum_analyze_scale_factor=0.02);
create unique index pending_spends_pkey on pending_spends using btree (hash);
create table quarantine (slot bigint not null,
  transaction_index bigint not null,
  signature bytea,
  reason text not null,
  bytes bytea not null) with (autovacuum_vacuum_scale_factor=0.02,
  autovacuum_analyze_scale_factor=0.02);
create unique index quarantine_pkey on quarantine using btree (slot, transaction_index);
create table queued_nullifiers (tree bytea not null,
  queue_index bytea not null,
  hash bytea not null) with (autovacuum_vacuum_scale_factor=0.02,
  autovacuum_analyze_scale_factor=0.02);
create unique index queued_nullifiers_pkey on queued_nullifiers using btree (tree, queue_index);
create table ranges (first_slot bigint not null,
  last_slot bigint not null,
  parent_blockhash text);
create unique index ranges_pkey on ranges using btree (first_slot);
create table schema_versions (version bigint not null,
  name text not null);
create unique index schema_versions_pkey on schema_versions using btree (version);
create table signatures_by_address (key bytea not null,
  position bytea not null,
  item text not null) with (autovacuum_vacuum_scale_factor=0.02,
  autovacuum_analyze_scale_factor=0.02);
create unique index signatures_by_address_pkey on signatures_by_address using btree (key, "position");
create table signatures_by_owner (key bytea not null,
  position bytea not null,
  item text not null) with (autovacuum_vacuum_scale_factor=0.02,
  autovacuum_analyze_scale_factor=0.02);
create unique index signatures_by_owner_pkey on signatures_by_owner using btree (key, "position");
create table signatures_by_token_owner (key bytea not null,
  position bytea not null,
  item text not null) with (autovacuum_vacuum_scale_factor=0.02,
  autovacuum_analyze_scale_factor=0.02);
create unique index signatures_by_token_owner_pkey on signatures_by_token_owner using btree (key, "position");
create table stale_pages (tree bytea not null,
  page bigint not null) with (autovacuum_vacuum_scale_factor=0.02,
  autovacuum_analyze_scale_factor=0.02);
create unique index stale_pages_pkey on stale_pages using btree (tree, page);
create table token_balances (owner bytea not null,
  mint bytea not null,
  amount bytea not null,
  accounts_seen bigint not null,
  since bigint) with (autovacuum_vacuum_scale_factor=0.02,
  autovacuum_analyze_scale_factor=0.02,
  fillfactor=50);
create unique index token_balances_pkey on token_balances using btree (owner, mint);
create table token_changes (owner bytea not null,
  mint bytea not null,
  position bytea not null,
  change text not null,
  balance text,
  item text not null) with (autovacuum_vacuum_scale_factor=0.02,
  autovacuum_analyze_scale_factor=0.02);
create index token_changes_by_mint on token_changes using btree (mint, "position", owner);
create index token_changes_by_owner on token_changes using btree (owner, "position", mint);
create unique index token_changes_pkey on token_changes using btree (owner, mint, "position");
create table tokens_by_delegate (key bytea not null,
  position bytea not null,
  item text not null) with (autovacuum_vacuum_scale_factor=0.02,
  autovacuum_analyze_scale_factor=0.02);
create unique index tokens_by_delegate_pkey on tokens_by_delegate using btree (key, "position");
create table tokens_by_owner (key bytea not null,
  position bytea not null,
  item text not null) with (autovacuum_vacuum_scale_factor=0.02,
  autovacuum_analyze_scale_factor=0.02);
create unique index tokens_by_owner_pkey on tokens_by_owner using btree (key, "position");
create table transaction_counts (width bigint not null,
  first_slot bigint not null,
  transactions bigint not null) with (autovacuum_vacuum_scale_factor=0.02,
  autovacuum_analyze_scale_factor=0.02);
create unique index transaction_counts_pkey on transaction_counts using btree (width, first_slot);
create table transactions (position bytea not null,
  item text not null) with (autovacuum_vacuum_scale_factor=0.02,
  autovacuum_analyze_scale_factor=0.02);
create unique index transactions_pkey on transactions using btree ("position");
create table tree_pages (tree bytea not null,
  page bigint not null,
  content bytea not null) with (autovacuum_vacuum_scale_factor=0.02,
  autovacuum_analyze_scale_factor=0.02);
create unique index tree_pages_pkey on tree_pages using btree (tree, page);
create table tree_states (tree bytea not null,
  root_capacity bigint,
  seqs text not null,
  root bytea,
  leaves_hashed bigint not null,
  nullifiers_hashed bigint not null,
  elements_hashed bigint not null,
  stale bigint not null,
  fault text,
  checked_slot bigint,
  checked_seq text,
  verdict text,
  rolled_over_slot bigint) with (autovacuum_vacuum_scale_factor=0.02,
  autovacuum_analyze_scale_factor=0.02);
create unique index tree_states_pkey on tree_states using btree (tree);
create table trees (tree bytea not null,
  queue bytea not null,
  type bigint not null,
  leaves bigint not null,
  leaves_appended bigint not null,
  nullifiers bigint not null,
  nullifiers_emptied bigint not null,
  addresses bigint not null,
  addresses_appended bigint not null) with (autovacuum_vacuum_scale_factor=0.02,
  autovacuum_analyze_scale_factor=0.02);
create unique index trees_pkey on trees using btree (tree);
create table undo (slot bigint not null,
  entry text not null);
create unique index undo_pkey on undo using btree (slot);
create table webhooks (id text not null,
  url text not null,
  method text not null,
  params text not null,
  secret text not null,
  allow_private bigint not null,
  slot bigint,
  blockhash text,
  failures bigint not null,
  failing_since bigint,
  trouble text,
  is_off bigint not null);
create unique index webhooks_pkey on webhooks using btree (id);
