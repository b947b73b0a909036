import { encodeBase58 } from "../base58.ts";
import { h, replace } from "../dom.ts";
import type { Integer } from "../integer.ts";
import { digits } from "../format.ts";
import type { AccountData } from "../items.ts";
import { u64At } from "../decodeAccount.ts";
import { copyButton } from "./copyButton.ts";

const FORMS = ["hex", "base64", "base58", "UTF-8", "u64"] as const;
type Form = (typeof FORMS)[number];

/** Account data in several encodings, complete or between two offsets. */
export function dataView({ data, discriminator }: AccountData): HTMLElement {
  const bytes = Uint8Array.from(atob(data), (c) => c.charCodeAt(0));
  const offset = numberInput("Offset", 0, bytes.length);
  const length = numberInput("Length", bytes.length, bytes.length);
  const code = h("code");
  const size = h("span", { class: "muted" });
  let form: Form = "hex";
  let shown = "";
  const draw = (): void => {
    const from = offset.input.valueAsNumber || 0;
    const part = bytes.subarray(from, from + (length.input.valueAsNumber || 0));
    shown = form === "hex" ? plainHex(part) : spell(part, form);
    replace(code, form === "hex" ? hexDump(part, from) : shown);
    replace(size, `${digits(part.length)} of ${digits(bytes.length)} bytes`);
  };
  const choose = (chosen: Form) => (): void => {
    form = chosen;
    draw();
  };
  for (const { input } of [offset, length])
    input.addEventListener("input", draw);
  draw();
  return h(
    "section",
    { class: "data", "aria-label": "Account data" },
    h(
      "div",
      { class: "data-bar" },
      formChoice(choose),
      offset.element,
      length.element,
      size,
      copyButton("the data", () => shown),
    ),
    h("pre", { tabindex: 0, role: "region", "aria-label": "Data" }, code),
    h(
      "dl",
      { class: "facts-list" },
      h("dt", {}, "Discriminator"),
      h(
        "dd",
        {},
        h("span", { class: "mono" }, discriminatorHex(discriminator)),
        ` ${digits(discriminator)}`,
      ),
    ),
  );
}

function formChoice(choose: (form: Form) => () => void): HTMLElement {
  const radios = FORMS.map((form) =>
    h(
      "label",
      {},
      h("input", {
        type: "radio",
        name: "form",
        checked: form === "hex",
        change: choose(form),
      }),
      h("span", {}, form),
    ),
  );
  return h(
    "div",
    { class: "segments", role: "radiogroup", "aria-label": "Spelling" },
    ...radios,
  );
}

function numberInput(label: string, value: number, max: number) {
  const input = h("input", { type: "number", min: 0, max, value, step: 1 });
  return { input, element: h("label", { class: "field" }, label, input) };
}

const hex = (byte: number): string => byte.toString(16).padStart(2, "0");
const plainHex = (bytes: Uint8Array): string => [...bytes].map(hex).join("");

/** Of more bytes the library makes no base58, because its time grows with the square of the length. */
const MOST_BASE58 = 2048;
const TOO_LONG = `Base58 is for up to ${digits(MOST_BASE58)} bytes: choose a smaller length.`;

function spell(bytes: Uint8Array, form: Form): string {
  if (form === "base58")
    return bytes.length > MOST_BASE58 ? TOO_LONG : encodeBase58(bytes);
  if (form === "UTF-8") return new TextDecoder().decode(bytes);
  if (form === "u64") return numbers(bytes);
  return btoa([...bytes].map((byte) => String.fromCharCode(byte)).join(""));
}

/** Little-endian numbers of eight bytes, one per line; what is left over is not shown. */
function numbers(bytes: Uint8Array): string {
  const count = Math.floor(bytes.length / 8);
  const lines = Array.from({ length: count }, (_, i) => u64At(bytes, i * 8));
  return lines.join("\n");
}

/** As many as phones have room for. */
const bytesPerLine = (): number =>
  matchMedia("(max-width: 680px)").matches ? 8 : 16;

/** Offset, bytes and their printable characters. */
function hexDump(bytes: Uint8Array, from: number): string {
  const lines: string[] = [];
  const perLine = bytesPerLine();
  for (let at = 0; at < bytes.length; at += perLine) {
    const part = [...bytes.subarray(at, at + perLine)];
    const text = part.map((b) =>
      b > 31 && b < 127 ? String.fromCharCode(b) : "·",
    );
    const left = part
      .map(hex)
      .join(" ")
      .padEnd(perLine * 3);
    lines.push(
      `${(from + at).toString(16).padStart(4, "0")}  ${left} ${text.join("")}`,
    );
  }
  return lines.join("\n") || "(empty)";
}

/** The eight bytes in memory order: the number is little-endian. */
function discriminatorHex(value: Integer): string {
  const digitsOf = BigInt(value).toString(16).padStart(16, "0");
  return digitsOf.match(/../g)!.reverse().join(" ");
}
