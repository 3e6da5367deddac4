// Checks of Check Connection and their results.
import type { Failure } from "./failure.ts";
import type { Account, KeyExpiry } from "./site.ts";

export interface Certificate {
  readonly subject: string;
  readonly issuer: string;
  /** In milliseconds. */
  readonly validUntil: number;
}

export type CertificateProblem =
  "expired" | "notYetValid" | "selfSigned" | "incompleteChain" | "nameMismatch" | "untrusted";

/** Why a check was skipped. */
export type SkipReason =
  /** The connection is not encrypted. */
  | "notEncrypted"
  /** The proxy does this step. */
  | "byProxy"
  /** An earlier check failed. */
  | "unreachable"
  | "notSignedIn"
  /** The server doesn't report it. */
  | "notReported";

export type CheckResult =
  | { readonly check: "address"; readonly status: "passed" | "warning"; readonly origin: string }
  /** `proxyUrl` is undefined for a direct connection. */
  | { readonly check: "proxy"; readonly status: "passed"; readonly proxyUrl: string | undefined }
  | { readonly check: "name"; readonly status: "passed"; readonly addresses: readonly string[] }
  /** The server's certificate is first in the chain. The status is `warning` if it expires soon. */
  | {
      readonly check: "certificate";
      readonly status: "passed" | "warning";
      readonly chain: readonly Certificate[];
      readonly daysLeft: number;
    }
  | {
      readonly check: "certificate";
      readonly status: "problem";
      readonly chain: readonly Certificate[];
      readonly problem: CertificateProblem;
    }
  | { readonly check: "api"; readonly status: "passed"; readonly version: string | undefined }
  | { readonly check: "anonymous"; readonly status: "passed"; readonly isAllowed: boolean }
  /** The status is `warning` if the key expires soon. */
  | {
      readonly check: "credentials";
      readonly status: "passed" | "warning";
      readonly account: Account;
      readonly expiry: KeyExpiry | undefined;
    }
  | {
      readonly check: "credentials";
      readonly status: "problem";
      readonly reason: "rejected" | "blocked";
      readonly serverMessage: string | undefined;
    }
  | { readonly check: "clock"; readonly status: "passed" | "warning"; readonly aheadSeconds: number }
  | { readonly check: ConnectionCheckName; readonly status: "failed"; readonly failure: Failure }
  | { readonly check: ConnectionCheckName; readonly status: "skipped"; readonly skipReason: SkipReason };

/** Each check depends on the ones before it. */
export const connectionCheckNames = [
  "address",
  "proxy",
  "name",
  "certificate",
  "api",
  "anonymous",
  "credentials",
  "clock",
] as const;

export type ConnectionCheckName = (typeof connectionCheckNames)[number];

export type CheckStatus = CheckResult["status"];
