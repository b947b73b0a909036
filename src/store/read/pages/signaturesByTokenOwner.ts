import * as tables from "../../schema/tables.ts";
import { definePages } from "./definePages.ts";

export const signaturesByTokenOwner = definePages(
  tables.signaturesByTokenOwner,
  "desc",
);
