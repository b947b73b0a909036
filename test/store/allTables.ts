import * as tables from "../../src/store/schema/tables.ts";

export const allTables: readonly tables.Table[] = Object.values(tables);
