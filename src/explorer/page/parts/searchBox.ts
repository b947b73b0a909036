import { decodeBase58 } from "../base58.ts";
import { h, replace } from "../dom.ts";
import { linkTo } from "../route.ts";

/** Possible lengths of 32 and 64 bytes in base58. */
const LONGEST = 88;

export type Kind = "key" | "signature";

/** The kinds of key the text can be, by its form alone. */
export function kindOf(text: string): Kind | null {
  if (text.length > LONGEST) return null;
  const bytes = decodeBase58(text);
  if (bytes?.length === 32) return "key";
  return bytes?.length === 64 ? "signature" : null;
}

export function searchBox(): HTMLElement {
  const problem = h("p", {
    id: "search-problem",
    class: "search-problem",
    role: "alert",
  });
  const input = h("input", {
    id: "search",
    name: "search",
    type: "search",
    placeholder: "Key, mint, address, hash or signature",
    "aria-label": "Search a key, mint, address, hash or signature",
    "aria-describedby": "search-problem",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    enterkeyhint: "search",
  });
  const submit = (event: Event): void => {
    event.preventDefault();
    const text = input.value.trim();
    if (text === "") return;
    const known = kindOf(text) !== null;
    replace(
      problem,
      known
        ? ""
        : "That is not base58 of 32 or 64 bytes: check the first and last characters.",
    );
    if (!known) return;
    location.hash = linkTo(text);
    input.value = "";
    input.blur();
  };
  input.addEventListener("input", () => {
    replace(problem);
  });
  addEventListener("hashchange", () => {
    replace(problem);
    input.value = "";
  });
  listenForSlash(input);
  return h(
    "form",
    { class: "search", role: "search", submit },
    input,
    h("kbd", { "aria-hidden": "true" }, "/"),
    problem,
  );
}

function listenForSlash(input: HTMLInputElement): void {
  addEventListener("keydown", (event) => {
    const typing = (event.target as Element).closest("input, textarea");
    if (event.key !== "/" || typing) return;
    event.preventDefault();
    input.focus();
  });
}
