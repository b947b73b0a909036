import { h, type Child } from "../dom.ts";
import { keepApiKey } from "../apiKey.ts";
import { isReachable, whenReachable } from "../reachable.ts";
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

const UNANSWERED = "unanswered";

/** Asks again for what got no answer while the view was left. */
export function askAgain(view: HTMLElement): void {
  view.querySelector<HTMLElement>(`.${UNANSWERED} button`)?.click();
}

const UNAUTHORIZED = 401;
/** Codes of refusals that are about a slot, and no error. */
const SLOT_AHEAD = -32016;
const SLOT_NOT_KEPT = -32011;

function slotNotice({ code, message }: Failure): HTMLElement | null {
  if (code === SLOT_AHEAD)
    return emptyNotice(
      "That slot is not indexed yet",
      h("p", {}, "The index stands at the slot shown above."),
    );
  if (code !== SLOT_NOT_KEPT) return null;
  const [title, ...why] = message.split(": ");
  return emptyNotice(title!, h("p", {}, why.join(": ")));
}

/** A notice with the error and a way to resolve it. A lost server is asked again as soon as it is back. */
export function failureNotice(failure: unknown, retry: () => void) {
  const ordinary = failure instanceof Failure ? slotNotice(failure) : null;
  if (ordinary) return ordinary;
  const why = failure instanceof Error ? failure.message : String(failure);
  const wantsKey = failure instanceof Failure && failure.code === UNAUTHORIZED;
  // An error while there are answers is one of this page.
  const isLost = !(failure instanceof Failure) && !isReachable();
  const notice = h(
    "div",
    { class: `notice failed ${isLost ? UNANSWERED : ""}`, role: "alert" },
    h(
      "p",
      { class: "notice-title" },
      isLost ? "No answer from the server" : why,
    ),
    isLost && h("p", {}, "It is asked again as soon as it is back."),
    wantsKey
      ? keyForm(retry)
      : h("button", { type: "button", click: retry }, "Try again"),
  );
  if (isLost)
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
