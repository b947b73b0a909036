import * as tables from "../../schema/tables.ts";
import { definePages } from "./definePages.ts";

export const tokensByDelegate = definePages(tables.tokensByDelegate, "asc");
