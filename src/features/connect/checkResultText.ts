// Texts for the results of the connection check: the fact, and advice if something is wrong.
import * as vscode from "vscode";
import type {
  Certificate,
  CertificateProblem,
  ConnectionCheckName,
  CheckResult,
  SkipReason,
} from "../../model/connectionCheck.ts";
import { toDisplayLine } from "../../model/displayText.ts";
import { formatDateTime } from "../../vscode/dates.ts";
import { failureText } from "../../vscode/failureText.ts";
import { redactSecrets } from "../../vscode/redactSecrets.ts";

export interface CheckResultText {
  readonly name: string;
  readonly fact: string;
  /** Undefined if there is nothing to do. */
  readonly advice: string | undefined;
}

export function getCheckName(check: ConnectionCheckName): string {
  switch (check) {
    case "address":
      return vscode.l10n.t("URL");
    case "proxy":
      return vscode.l10n.t("Proxy");
    case "name":
      return vscode.l10n.t("Host name");
    case "certificate":
      return vscode.l10n.t("Certificate");
    case "api":
      return vscode.l10n.t("REST API");
    case "anonymous":
      return vscode.l10n.t("Anonymous access");
    case "credentials":
      return vscode.l10n.t("Your account");
    case "clock":
      return vscode.l10n.t("Clock");
  }
}

function formatSkipReason(reason: SkipReason): string {
  switch (reason) {
    case "notEncrypted":
      return vscode.l10n.t("not applicable because the connection isn't encrypted");
    case "byProxy":
      return vscode.l10n.t("resolved by the proxy");
    case "unreachable":
      return vscode.l10n.t("not checked because the server can't be reached");
    case "notSignedIn":
      return vscode.l10n.t("not signed in");
    case "notReported":
      return vscode.l10n.t("not reported by the server");
  }
}

function formatCertificateChain(chain: readonly Certificate[]): string {
  return chain.map(({ subject }) => toDisplayLine(subject)).join(" ← ");
}

function formatCertificateProblem(
  problem: CertificateProblem,
  [certificate]: readonly Certificate[],
): readonly [string, string] {
  const caFile = vscode.l10n.t(
    "If your organization uses its own certificate authority, select its CA file.",
  );
  switch (problem) {
    case "expired":
      return [
        vscode.l10n.t("has expired"),
        vscode.l10n.t("Ask your Tuleap administrator to renew the certificate."),
      ];
    case "notYetValid":
      return [vscode.l10n.t("isn't valid yet"), vscode.l10n.t("Check this machine's clock.")];
    case "nameMismatch":
      return [
        vscode.l10n.t("issued for a different host ({0})", toDisplayLine(certificate?.subject ?? "")),
        vscode.l10n.t("Use the host name that the certificate was issued for."),
      ];
    case "selfSigned":
      return [vscode.l10n.t("self-signed"), caFile];
    case "incompleteChain":
      return [
        vscode.l10n.t("issued by an untrusted authority ({0})", toDisplayLine(certificate?.issuer ?? "")),
        caFile,
      ];
    case "untrusted":
      return [vscode.l10n.t("isn't trusted"), caFile];
  }
}

/** Uses hours for large differences. */
function formatClockDifference(aheadSeconds: number): string {
  const minutes = Math.round(Math.abs(aheadSeconds) / 60);
  const hours = Math.round(minutes / 60);
  if (aheadSeconds > 0) {
    return hours < 3
      ? vscode.l10n.t("the server clock is {0} minutes ahead", minutes)
      : vscode.l10n.t("the server clock is {0} hours ahead", hours);
  }
  return hours < 3
    ? vscode.l10n.t("the server clock is {0} minutes behind", minutes)
    : vscode.l10n.t("the server clock is {0} hours behind", hours);
}

function formatAccount({
  account: { name },
  expiry,
  status,
}: Extract<CheckResult, { check: "credentials"; status: "passed" | "warning" }>): readonly [
  string,
  string | undefined,
] {
  const signedInText =
    name === ""
      ? vscode.l10n.t("credentials accepted")
      : vscode.l10n.t("signed in as {0}", toDisplayLine(name));
  const expiryText =
    expiry === undefined || expiry === "never"
      ? undefined
      : vscode.l10n.t(
          "{0}, access key expires {1}",
          signedInText,
          formatDateTime(new Date(expiry).toISOString()) ?? "",
        );
  return [
    expiryText ?? signedInText,
    status === "warning"
      ? vscode.l10n.t("Generate a new access key before this one expires, then sign in with it.")
      : undefined,
  ];
}

function formatFactAndAdvice(
  result: CheckResult,
  site: string,
): readonly [fact: string, advice: string | undefined] {
  if (result.status === "failed") return [failureText(result.failure, site), undefined];
  if (result.status === "skipped") return [formatSkipReason(result.skipReason), undefined];
  switch (result.check) {
    case "address":
      return [
        result.origin,
        result.status === "passed"
          ? undefined
          : vscode.l10n.t("The connection isn't encrypted. Use https if the server supports it."),
      ];
    case "proxy": {
      const pac = vscode.l10n.t(
        "PAC files aren't supported. If your network requires a proxy, set http.proxy.",
      );
      return result.proxyUrl === undefined
        ? [vscode.l10n.t("none (direct connection)"), pac]
        : [vscode.l10n.t("through {0}", result.proxyUrl), undefined];
    }
    case "name":
      return [result.addresses.join(", "), undefined];
    case "certificate":
      if (result.status === "problem") return formatCertificateProblem(result.problem, result.chain);
      return [
        vscode.l10n.t("{0}, expires in {1} days", formatCertificateChain(result.chain), result.daysLeft),
        result.status === "passed"
          ? undefined
          : vscode.l10n.t("Ask your Tuleap administrator to renew the certificate, which expires soon."),
      ];
    case "api":
      return [
        result.version === undefined
          ? vscode.l10n.t("responding")
          : vscode.l10n.t("responding, version {0}", toDisplayLine(result.version)),
        undefined,
      ];
    case "anonymous":
      return [
        result.isAllowed ? vscode.l10n.t("public projects available") : vscode.l10n.t("no public content"),
        undefined,
      ];
    case "credentials":
      if (result.status !== "problem") return formatAccount(result);
      return result.reason === "rejected"
        ? [
            vscode.l10n.t("credentials no longer valid"),
            vscode.l10n.t("The access key was revoked or has expired. Sign in again."),
          ]
        : [
            vscode.l10n.t("not permitted: {0}", toDisplayLine(redactSecrets(result.serverMessage ?? ""))),
            vscode.l10n.t("Contact your Tuleap administrator."),
          ];
    case "clock":
      return result.status === "passed"
        ? [vscode.l10n.t("in sync with the server"), undefined]
        : [
            formatClockDifference(result.aheadSeconds),
            vscode.l10n.t("Correct this machine's clock, or contact your Tuleap administrator."),
          ];
  }
}

export function formatCheckResult(result: CheckResult, site: string): CheckResultText {
  const [fact, advice] = formatFactAndAdvice(result, site);
  return { name: getCheckName(result.check), fact, advice };
}
