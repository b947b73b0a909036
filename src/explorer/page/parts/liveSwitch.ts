import { clusterOf } from "../cluster.ts";
import { h, replace } from "../dom.ts";
import { isReachable, onReachable } from "../reachable.ts";
import { onStatus } from "../status.ts";

const STATES = { live: "Live", paused: "Paused", lost: "No answer" } as const;

/** Says whether new items appear by themselves, and pauses them. */
export function liveSwitch(
  signal: AbortSignal,
  change: (on: boolean) => void,
): HTMLButtonElement {
  let on = true;
  const label = h("span", {}, "Live");
  const button = h(
    "button",
    { type: "button", class: "live", "aria-pressed": "true" },
    h("span", { class: "pulse" }),
    label,
  );
  const show = (): void => {
    const state = !isReachable() ? "lost" : on ? "live" : "paused";
    button.dataset["state"] = state;
    button.setAttribute("aria-pressed", String(on));
    replace(label, STATES[state]);
  };
  button.addEventListener("click", () => {
    on = !on;
    show();
    change(on);
  });
  onReachable(show, signal);
  // A recording has nothing new.
  onStatus((status) => {
    button.hidden = status !== null && clusterOf(status).isRecording;
  }, signal);
  return button;
}
