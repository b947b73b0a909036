/** A line of the result of a verification. */
export interface Finding {
  /** Null for what could not be checked. */
  readonly ok: boolean | null;
  readonly part: "account" | "balance" | "list" | "tree";
  /** The subject in base58; null for a summary of the part. */
  readonly subject: string | null;
  readonly text: string;
}

export interface VerifyOutput {
  found(finding: Finding): void;
  /** Progress of a part, from 0 to 1. */
  progress(part: string, share: number): void;
}
