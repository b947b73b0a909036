import * as tables from "../tables.ts";
import { definePages } from "./definePages.ts";

export const holders = definePages(tables.holders, "desc");
