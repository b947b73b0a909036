import { h, type Child } from "../dom.ts";
import { knownName } from "../knownNames.ts";
import { copyButton } from "../parts/copyButton.ts";
import { keyMark, keyText } from "../parts/keyText.ts";

/** The subject, its kinds, a title above it, and buttons to copy it. */
export function subjectHead(
  subject: string,
  kinds: readonly string[],
  title: Child = null,
): HTMLElement {
  const name = knownName(subject);
  return h(
    "header",
    { class: "subject" },
    h(
      "p",
      { class: "kinds" },
      ...(kinds.length > 0 ? kinds : ["Unknown"]).map((kind) =>
        h("span", { class: "badge" }, kind),
      ),
      name !== null && h("span", { class: "badge known" }, name),
    ),
    title,
    h(
      "div",
      { class: "subject-key" },
      keyMark(subject),
      h("h1", {}, keyText(subject)),
      copyButton("this key", () => subject),
      copyButton("the link", () => location.href, "Link"),
    ),
  );
}
