import { h } from "../dom.ts";
import { digits } from "../format.ts";
import type { List } from "../lists.ts";
import { linkTo } from "../route.ts";
import type { ViewContext } from "../view.ts";

/** Shows the list as it was at a slot. The slot becomes part of the link. */
export function slotPicker({ route }: ViewContext, list: List): HTMLElement {
  const { subject, options } = route;
  const shown = options.get("at");
  const others = Object.fromEntries(
    [...options].filter(([name]) => name !== "at"),
  );
  const input = h("input", {
    type: "text",
    inputmode: "numeric",
    placeholder: "now",
    value: shown ?? "",
    size: 12,
  });
  const submit = (event: Event): void => {
    event.preventDefault();
    const slot = input.value.replace(/[\s,_]/g, "");
    const isSlot = slot === "" || Number.isSafeInteger(Number(slot));
    input.setCustomValidity(isSlot ? "" : "A slot is a whole number");
    if (!input.reportValidity()) return;
    const at: Record<string, string> = slot === "" ? {} : { at: slot };
    location.hash = linkTo(subject, list.view, { ...others, ...at });
  };
  input.addEventListener("input", () => {
    input.setCustomValidity("");
  });
  return h(
    "form",
    { class: "slot-picker", submit, "aria-label": "Choose a slot" },
    h("label", { class: "field" }, "At slot", input),
    h("button", { type: "submit" }, "Show"),
    shown !== null &&
      h(
        "a",
        { href: linkTo(subject, list.view, others) },
        `As of slot ${digits(Number(shown))}: show now`,
      ),
  );
}
