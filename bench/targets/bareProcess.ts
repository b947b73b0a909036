// The baseline: a bare node:http server that parses the request and returns an empty page.
import { servePlainly } from "./plainServer.ts";

servePlainly((request) => {
  const id = JSON.stringify((request as { id: string }).id);
  return `{"jsonrpc":"2.0","id":${id},"result":{"context":{"slot":1},"value":{"items":[],"cursor":null}}}`;
});
