import * as tables from "../../schema/tables.ts";
import { defineUnkeyedPages } from "./definePages.ts";

export const latestSignatures = defineUnkeyedPages(tables.transactions, "desc");
