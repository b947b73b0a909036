// The minimum cost of a page: a bare server that reads the first token accounts of an owner and sends them, without
// validation.
import { DatabaseSync } from "node:sqlite";
import { decodeBase58 } from "../../src/codecs/base58.ts";
import { servePlainly } from "./plainServer.ts";

const db = new DatabaseSync(process.argv[2]!, { readOnly: true });
db.exec("pragma mmap_size = 17179869184");
const page = db.prepare(
  `select string_agg(item, ',') as items from
     (select item from tokens_by_owner where key = ? order by position limit ? + 0)`,
);

interface Asked {
  readonly params: { readonly owner: string; readonly limit: number };
}

servePlainly((request) => {
  const { owner, limit } = (request as Asked).params;
  const { items } = page.get(decodeBase58(owner, 32), limit)!;
  return `{"jsonrpc":"2.0","id":1,"result":{"context":{"slot":1},"value":{"items":[${String(items)}],"cursor":null}}}`;
});
