import { execFileSync } from "node:child_process";
import { join } from "node:path";

export interface CertificateFiles {
  readonly cert: string;
  readonly key: string;
}

/** A self-signed certificate, valid for two days, for a name and an address. */
export function makeCertificate(
  folder: string,
  name: string,
  address = "127.0.0.1",
): CertificateFiles {
  const files = {
    cert: join(folder, "cert.pem"),
    key: join(folder, "key.pem"),
  };
  const kind = [
    "-x509",
    "-newkey",
    "ec",
    "-pkeyopt",
    "ec_paramgen_curve:P-256",
  ];
  const what = ["-nodes", "-days", "2", "-subj", `/CN=${name}`];
  const where = ["-addext", `subjectAltName=IP:${address},DNS:${name}`];
  const out = ["-keyout", files.key, "-out", files.cert];
  execFileSync("openssl", ["req", ...kind, ...what, ...where, ...out], {
    stdio: "ignore",
  });
  return files;
}
