/** `#/SUBJECT/VIEW?options`: after the hash, so that a server never learns from a link what somebody looked at. */
export interface Route {
  /** The key, hash or signature, or "" at home. */
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
