// Writes src/client/api.ts.
import { writeFileSync } from "node:fs";
import { format } from "prettier";
import * as methods from "../src/rpc/methods/index.ts";
import { renderOpenApi } from "../src/rpc/openapi/openapi.ts";
import { clientSource, type Document } from "./clientSource.ts";

const document = JSON.parse(renderOpenApi(methods, "")) as Document;
const source = await format(clientSource(document), { parser: "typescript" });
writeFileSync(new URL("../src/client/api.ts", import.meta.url), source);
