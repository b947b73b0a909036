import { h, type Child } from "../dom.ts";
import { keepApiKey } from "../apiKey.ts";
import { whenReachable } from "../reachable.ts";
import { Failure } from "../rpc.ts";

/** A notice for an empty result. */
export function emptyNotice(title: string, ...more: readonly Child[]) {
  return h(
    "div",
    { class: "notice" },
    h("p", { class: "notice-title" }, title),
    ...more,
  );
}

const UNAUTHORIZED = 401;

/** A notice with the error and a way to resolve it. A lost server is asked again as soon as it is back. */
export function failureNotice(failure: unknown, retry: () => void) {
  const why = failure instanceof Error ? failure.message : String(failure);
  const wantsKey = failure instanceof Failure && failure.code === UNAUTHORIZED;
  const reachable = failure instanceof Failure;
  const notice = h(
    "div",
    { class: "notice failed", role: "alert" },
    h(
      "p",
      { class: "notice-title" },
      reachable ? why : "No answer from the server",
    ),
    !reachable && h("p", {}, "It is asked again as soon as it is back."),
    wantsKey
      ? keyForm(retry)
      : h("button", { type: "button", click: retry }, "Try again"),
  );
  if (!reachable)
    whenReachable(() => {
      if (notice.isConnected) retry();
    });
  return notice;
}

function keyForm(retry: () => void): HTMLElement {
  const input = h("input", {
    name: "key",
    type: "password",
    autocomplete: "off",
    "aria-label": "API key",
    placeholder: "API key",
    required: true,
  });
  const submit = (event: Event): void => {
    event.preventDefault();
    keepApiKey(input.value.trim());
    retry();
  };
  return h(
    "form",
    { class: "inline-form", submit },
    input,
    h("button", { type: "submit" }, "Use this key"),
  );
}
