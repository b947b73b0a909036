import { h, replace } from "../dom.ts";
import type { List } from "../lists.ts";
import { endpoint, keyHeader } from "../rpc.ts";

/** Downloads the whole list as CSV. It is fetched with the page's API key, which a plain link could not send. */
export function downloadButton(
  list: List,
  key: string,
  params: Readonly<Record<string, unknown>>,
): HTMLElement | null {
  if (list.only || !EXPORTED.has(list.method)) return null;
  const query = new URLSearchParams({ format: "csv", [list.parameter]: key });
  for (const [name, value] of Object.entries(params))
    query.set(
      name,
      typeof value === "number" ? String(value) : JSON.stringify(value),
    );
  const message = h("span", { class: "muted", role: "status" });
  const button = h("button", { type: "button" }, "Download CSV");
  button.addEventListener("click", () => {
    button.disabled = true;
    replace(message, "Preparing the file …");
    void download(`export/${list.method}?${query.toString()}`).then(
      (problem) => {
        button.disabled = false;
        replace(message, problem);
      },
    );
  });
  return h("div", { class: "download" }, message, button);
}

const EXPORTED: ReadonlySet<string> = new Set([
  "getCompressedMintTokenHolders",
  "getCompressedTokenAccountsByOwner",
  "getCompressedTokenAccountsByDelegate",
  "getCompressedAccountsByOwner",
  "getCompressedTokenHistory",
  "getCompressionSignaturesForAddress",
  "getCompressionSignaturesForTokenOwner",
  "getCompressionSignaturesForOwner",
]);

/** Null, or why there is no file. */
async function download(path: string): Promise<string | null> {
  try {
    const response = await fetch(endpoint(path), { headers: keyHeader() });
    if (!response.ok) return await refusalOf(response);
    const name = /filename="([^"]+)"/.exec(
      response.headers.get("content-disposition") ?? "",
    )?.[1];
    save(await response.blob(), name ?? "tachyon.csv");
    return null;
  } catch {
    return "The file was not completed: try again.";
  }
}

async function refusalOf(response: Response): Promise<string> {
  const answer = (await response.json().catch(() => null)) as {
    error?: { message?: string };
  } | null;
  return answer?.error?.message ?? `HTTP ${response.status}`;
}

function save(file: Blob, name: string): void {
  const href = URL.createObjectURL(file);
  h("a", { href, download: name }).click();
  // The browser has taken the file over by then.
  setTimeout(() => {
    URL.revokeObjectURL(href);
  }, 60_000);
}
