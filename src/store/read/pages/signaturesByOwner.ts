import * as tables from "../../schema/tables.ts";
import { definePages } from "./definePages.ts";

export const signaturesByOwner = definePages(tables.signaturesByOwner, "desc");
