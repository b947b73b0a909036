import * as tables from "../tables.ts";
import { definePages } from "./definePages.ts";

export const signaturesByAddress = definePages(
  tables.signaturesByAddress,
  "desc",
);
