import { body, endpoint, type Request } from "./rpc.ts";

/** The same request in common languages. */
export const LANGUAGES = ["curl", "JavaScript", "Rust"] as const;
export type Language = (typeof LANGUAGES)[number];

export function snippet(request: Request, language: Language): string {
  const url = endpoint(request.method);
  if (language === "curl") return curl(url, request);
  return language === "JavaScript"
    ? javaScript(url, request)
    : rust(url, request);
}

function curl(url: string, request: Request): string {
  const quoted = body(request).replaceAll("'", String.raw`'\''`);
  return `curl -s ${url} \\\n  -H 'content-type: application/json' \\\n  -d '${quoted}'`;
}

function pretty({ method, params }: Request, indent: string): string {
  const request = { jsonrpc: "2.0", id: "1", method, params };
  return JSON.stringify(request, null, 2).replaceAll("\n", `\n${indent}`);
}

function javaScript(url: string, request: Request): string {
  return `const response = await fetch("${url}", {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(${pretty(request, "  ")}),
});
// Integers above 2^53 keep every digit as bigint.
const exact = (key, value, at) =>
  typeof value === "number" && !Number.isSafeInteger(value)
    ? BigInt(at.source)
    : value;
const { result, error } = JSON.parse(await response.text(), exact);`;
}

function rust(url: string, request: Request): string {
  return `// reqwest = { version = "0.12", features = ["json"] }
// serde_json = "1", tokio = { version = "1", features = ["full"] }
use serde_json::{json, Value};

#[tokio::main]
async fn main() -> Result<(), reqwest::Error> {
    let request = json!(${pretty(request, "    ")});
    let answer: Value = reqwest::Client::new()
        .post("${url}")
        .json(&request)
        .send()
        .await?
        .json()
        .await?;
    println!("{:#}", answer["result"]);
    Ok(())
}`;
}
