// What lies between here and a server, looked at one thing after the other, and what was found.
import type { Failure } from "./failure.ts";
import type { Account, KeyExpiry } from "./site.ts";

export interface Certificate {
  readonly subject: string;
  readonly issuer: string;
  /** In milliseconds. */
  readonly validUntil: number;
}

export type CertificateProblem =
  "expired" | "notYetValid" | "selfSigned" | "incompleteChain" | "otherName" | "untrusted";

/** Why something was not looked at. */
export type Skipped =
  /** The connection is not encrypted. */
  | "plain"
  /** The proxy does it in our place. */
  | "byProxy"
  /** Nothing that comes before has worked. */
  | "outOfReach"
  | "notSignedIn"
  /** The server does not tell. */
  | "untold";

export type Finding =
  | { readonly check: "address"; readonly verdict: "good" | "note"; readonly origin: string }
  /** Undefined where requests go directly. */
  | { readonly check: "proxy"; readonly verdict: "good"; readonly through: string | undefined }
  | { readonly check: "name"; readonly verdict: "good"; readonly addresses: readonly string[] }
  /** The server's own comes first. It is a note when it ends soon. */
  | {
      readonly check: "certificate";
      readonly verdict: "good" | "note";
      readonly chain: readonly Certificate[];
      readonly daysLeft: number;
    }
  | {
      readonly check: "certificate";
      readonly verdict: "bad";
      readonly chain: readonly Certificate[];
      readonly problem: CertificateProblem;
    }
  | { readonly check: "api"; readonly verdict: "good"; readonly version: string | undefined }
  | { readonly check: "anonymous"; readonly verdict: "good"; readonly isAllowed: boolean }
  /** It is a note when the key ends soon. */
  | {
      readonly check: "credentials";
      readonly verdict: "good" | "note";
      readonly account: Account;
      readonly expiry: KeyExpiry | undefined;
    }
  | {
      readonly check: "credentials";
      readonly verdict: "bad";
      readonly why: "rejected" | "blocked";
      readonly said: string | undefined;
    }
  /** How far the server's clock is ahead of this machine's, in seconds. */
  | { readonly check: "clock"; readonly verdict: "good" | "note"; readonly aheadSeconds: number }
  | { readonly check: Check; readonly verdict: "failed"; readonly failure: Failure }
  | { readonly check: Check; readonly verdict: "skipped"; readonly because: Skipped };

/** In the order in which they build on each other. */
export const checks = [
  "address",
  "proxy",
  "name",
  "certificate",
  "api",
  "anonymous",
  "credentials",
  "clock",
] as const;

export type Check = (typeof checks)[number];

export type CheckVerdict = Finding["verdict"];
