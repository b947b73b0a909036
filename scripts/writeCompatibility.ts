// Writes docs/compatibility.md.
import { writeFileSync } from "node:fs";
import { format } from "prettier";
import { compatibilityPage } from "./compatibilityPage.ts";

const text = await format(compatibilityPage(), { parser: "markdown" });
writeFileSync(new URL("../docs/compatibility.md", import.meta.url), text);
