import { decodeBase58 } from "../base58.ts";
import { h } from "../dom.ts";
import { linkTo, type Route } from "../route.ts";

/** The filter in a link, in the form the method expects. */
export function filterOf(
  options: URLSearchParams,
): Readonly<Record<string, unknown>> {
  const bytes = options.get("bytes");
  if (!bytes) return {};
  const offset = Number(options.get("offset") ?? 0);
  return { filters: [{ memcmp: { offset, bytes } }] };
}

/** A form to filter accounts by bytes of their data at an offset. The filter becomes part of the link. */
export function accountFilter({ subject, options }: Route): HTMLElement {
  const offset = h("input", {
    type: "number",
    min: 0,
    step: 1,
    value: options.get("offset") ?? "0",
    required: true,
  });
  const bytes = h("input", {
    type: "text",
    value: options.get("bytes") ?? "",
    placeholder: "base58",
    spellcheck: "false",
    autocomplete: "off",
  });
  const submit = (event: Event): void => {
    event.preventDefault();
    const wanted = bytes.value.trim();
    if (decodeBase58(wanted) === null) {
      bytes.setCustomValidity("Only characters of base58");
      bytes.reportValidity();
      return;
    }
    location.hash = linkTo(
      subject,
      "accounts",
      wanted ? { offset: offset.value, bytes: wanted } : {},
    );
  };
  bytes.addEventListener("input", () => {
    bytes.setCustomValidity("");
  });
  return h(
    "form",
    { class: "filter", submit, "aria-label": "Filter by data" },
    h("label", { class: "field" }, "Data at offset", offset),
    h("label", { class: "field grow" }, "equals", bytes),
    h("button", { type: "submit" }, "Filter"),
    options.has("bytes") &&
      h("a", { href: linkTo(subject, "accounts") }, "Clear"),
  );
}
