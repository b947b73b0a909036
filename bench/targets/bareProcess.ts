// The yardstick: a bare node:http server that parses the request and answers an empty page.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { answerParent } from "../process.ts";
import { usageOfThisProcess } from "./usage.ts";

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const { id } = JSON.parse(Buffer.concat(chunks).toString("utf8")) as {
      id: string;
    };
    const body = `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{"context":{"slot":1},"value":{"items":[],"cursor":null}}}`;
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
