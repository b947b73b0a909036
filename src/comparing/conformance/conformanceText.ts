import { table } from "../table.ts";
import { type CheckResult, SECTIONS } from "./conformance.ts";

/** The results as text: a table by section, then each failure with its request and answer. */
export function renderConformance(results: readonly CheckResult[]): string {
  const rows = Object.keys(SECTIONS).map((section) => {
    const own = results.filter((result) => result.section === section);
    const counted = (outcome: CheckResult["outcome"]) =>
      own.filter((result) => result.outcome === outcome).length;
    const passed = counted("passed");
    return [section, own.length, passed, counted("failed"), counted("skipped")];
  });
  const head = ["section", "checks", "passed", "failed", "skipped"];
  const failed = results.filter(({ outcome }) => outcome === "failed");
  const skipped = results.filter(({ outcome }) => outcome === "skipped");
  return [
    table([head, ...rows]),
    ...failed.map(renderFailure),
    ...(skipped.length === 0 ? [] : [renderSkipped(skipped)]),
  ].join("\n\n");
}

function renderFailure(result: CheckResult): string {
  return [
    `failed: ${result.section}: ${result.title}`,
    `  ${result.reason!}`,
    `  request: ${result.request!}`,
    `  answer:  ${result.answer!}`,
  ].join("\n");
}

function renderSkipped(skipped: readonly CheckResult[]): string {
  const lines = skipped.map(({ title, reason }) => `  ${title}: ${reason!}`);
  return ["Skipped for lack of data:", ...lines].join("\n");
}
