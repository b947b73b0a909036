import * as tables from "../tables.ts";
import { definePages } from "./definePages.ts";

export const tokensByOwner = definePages(tables.tokensByOwner, "asc");
