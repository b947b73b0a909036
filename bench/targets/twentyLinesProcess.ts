// What a page costs at least: twenty lines that read the first token accounts of an owner and send them, and check nothing.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { DatabaseSync } from "node:sqlite";
import { decodeBase58 } from "../../src/codecs/base58.ts";
import { answerParent } from "../process.ts";
import { usageOfThisProcess } from "./usage.ts";

const db = new DatabaseSync(process.argv[2]!, { readOnly: true });
db.exec("pragma mmap_size = 17179869184");
const page = db.prepare(
  `select string_agg(item, ',') as items from
     (select item from tokens_by_owner where key = ? order by position limit ? + 0)`,
);
interface Asked {
  readonly params: { readonly owner: string; readonly limit: number };
}
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const { params } = JSON.parse(String(Buffer.concat(chunks))) as Asked;
    const { items } = page.get(decodeBase58(params.owner, 32), params.limit)!;
    const body = `{"jsonrpc":"2.0","id":1,"result":{"context":{"slot":1},"value":{"items":[${String(items)}],"cursor":null}}}`;
    response.writeHead(200, {
      "content-type": "application/json",
      "content-length": Buffer.byteLength(body),
    });
    response.end(body);
  });
});
server.listen(0, "127.0.0.1", () => {
  const { port } = server.address() as AddressInfo;
  answerParent((question) =>
    question === "port" ? port : usageOfThisProcess(),
  );
});
