import * as tables from "../../schema/tables.ts";
import { definePages } from "./definePages.ts";

export const tokensByOwner = definePages(tables.tokensByOwner, "asc");
