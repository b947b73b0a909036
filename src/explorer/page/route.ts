/** `#/SUBJECT/VIEW?options`: after the hash, so that links do not reveal to a server what was viewed. */
export interface Route {
  /** The key, hash or signature, or "" on the home page. */
  readonly subject: string;
  readonly view: string;
  readonly options: URLSearchParams;
}

export function readRoute(hash: string): Route {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split("?");
  const [subject = "", view = ""] = path.split("/");
  return { subject, view, options: new URLSearchParams(query) };
}

export function linkTo(
  subject: string,
  view = "",
  options: Readonly<Record<string, string>> = {},
): string {
  const query = new URLSearchParams(options).toString();
  return `#/${subject}${view && `/${view}`}${query && `?${query}`}`;
}
