import * as tables from "../../schema/tables.ts";
import { definePages } from "./definePages.ts";

export const signaturesByAddress = definePages(
  tables.signaturesByAddress,
  "desc",
);
