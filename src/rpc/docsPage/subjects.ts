// The order of methods on the page: the eight that most applications need, then the others by subject.
import { MAIN_METHODS } from "../mainMethods.ts";
import type { Method, Methods } from "../method.ts";

/** A method and its V2, which differ in the shape of their results. */
export interface Family {
  readonly name: string;
  readonly method: Method;
  readonly v2: { readonly name: string; readonly method: Method } | null;
}

export interface Subject {
  readonly title: string;
  readonly families: readonly Family[];
}

/** The first pattern that matches a name decides its subject, so a new method needs no line here. */
const SUBJECTS: readonly [title: string, fits: RegExp][] = [
  ["The main lists", new RegExp(`^(${MAIN_METHODS.join("|")})$`)],
  ["Proofs", /Proof/],
  ["On chain and compressed as one", /Interface/],
  ["Trees and queues", /Queue|Tree/],
  ["The service", /Indexer/],
  ["Transactions", /Signatures|Transaction/],
  ["Tokens", /Token|Mint/],
  ["Accounts", /^/],
];

export function subjectsOf(methods: Methods): Subject[] {
  const families = familiesOf(methods);
  const titleOf = ({ name }: Family) =>
    SUBJECTS.find(([, fits]) => fits.test(name))![0];
  const order = ["The main lists", "Accounts", "Tokens", "Transactions"];
  const titles = [
    ...order,
    ...SUBJECTS.map(([title]) => title).filter((t) => !order.includes(t)),
  ];
  return titles
    .map((title) => ({
      title,
      families: families
        .filter((family) => titleOf(family) === title)
        .sort(inMainOrder),
    }))
    .filter(({ families }) => families.length > 0);
}

function familiesOf(methods: Methods): Family[] {
  return Object.entries(methods)
    .filter(([name]) => !(name.endsWith("V2") && name.slice(0, -2) in methods))
    .map(([name, method]) => {
      const twin = methods[`${name}V2`];
      return {
        name,
        method,
        v2: twin ? { name: `${name}V2`, method: twin } : null,
      };
    });
}

function inMainOrder(a: Family, b: Family): number {
  const order: readonly string[] = MAIN_METHODS;
  return order.indexOf(a.name) - order.indexOf(b.name);
}
