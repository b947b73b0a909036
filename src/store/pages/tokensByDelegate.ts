import * as tables from "../tables.ts";
import { definePages } from "./definePages.ts";

export const tokensByDelegate = definePages(tables.tokensByDelegate, "asc");
