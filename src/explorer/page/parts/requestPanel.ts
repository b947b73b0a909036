import { h, replace } from "../dom.ts";
import { byteSize } from "../format.ts";
import type { Answer, Request } from "../rpc.ts";
import { LANGUAGES, snippet, type Language } from "../snippets.ts";
import { readStored, store } from "../stored.ts";
import { copyButton } from "./copyButton.ts";

export interface RequestPanel {
  readonly element: HTMLElement;
  /** Shows the latest request, and its response when it arrives. */
  show(request: Request, answer?: Answer): void;
}

const REMEMBERED = "tachyon.language";
/** "open" if the panel was opened last; folded, it is one line at the end of the page. */
const FOLD = "tachyon.request";

/** The request behind the view, ready to copy. Views share whether it is folded away. */
export function requestPanel(): RequestPanel {
  let language = rememberedLanguage();
  let request: Request | null = null;
  const code = h("code");
  const facts = h("p", { class: "facts" }, "\u00a0");
  const method = h("span", { class: "method" });
  const draw = (): void => {
    if (!request) return;
    replace(method, request.method);
    replace(code, snippet(request, language));
  };
  const choose = (chosen: Language): void => {
    language = chosen;
    store(REMEMBERED, chosen);
    draw();
  };
  const details = h(
    "details",
    { open: readStored(FOLD) === "open" },
    h("summary", {}, h("h2", {}, "Request"), method),
    h(
      "div",
      { class: "request-bar" },
      languageChoice(language, choose),
      copyButton("the request", () => code.textContent),
    ),
    h(
      "pre",
      { tabindex: 0, role: "region", "aria-label": "Request as code" },
      code,
    ),
    facts,
  );
  details.addEventListener("toggle", () => {
    store(FOLD, details.open ? "open" : "folded");
  });
  const label = "The request behind this view";
  const element = h(
    "aside",
    { class: "request", "aria-label": label },
    details,
  );
  const show = (asked: Request, answer?: Answer): void => {
    request = asked;
    draw();
    replace(facts, answer ? describe(answer) : "\u00a0");
  };
  return { element, show };
}

function describe({ milliseconds, bytes }: Answer): string {
  const time =
    milliseconds < 10 ? milliseconds.toFixed(1) : milliseconds.toFixed(0);
  return `Answered in ${time} ms, ${byteSize(bytes)}.`;
}

function languageChoice(
  chosen: Language,
  choose: (language: Language) => void,
): HTMLElement {
  const radios = LANGUAGES.map((language) =>
    h(
      "label",
      {},
      h("input", {
        type: "radio",
        name: "language",
        value: language,
        checked: language === chosen,
        change: () => {
          choose(language);
        },
      }),
      h("span", {}, language),
    ),
  );
  return h(
    "div",
    { class: "segments", role: "radiogroup", "aria-label": "Language" },
    ...radios,
  );
}

function rememberedLanguage(): Language {
  const stored = readStored(REMEMBERED);
  return LANGUAGES.find((language) => language === stored) ?? "curl";
}
