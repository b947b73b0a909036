import * as tables from "../../schema/tables.ts";
import { definePages } from "./definePages.ts";

export const holders = definePages(tables.holders, "desc");
