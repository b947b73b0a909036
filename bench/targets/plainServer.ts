import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { answerParent } from "../process.ts";
import { usageOfThisProcess } from "./usage.ts";

/** A bare node:http server in a process of the benchmark: parses each request and sends the result of `answer`. */
export function servePlainly(answer: (request: unknown) => string): void {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = answer(JSON.parse(Buffer.concat(chunks).toString("utf8")));
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
}
