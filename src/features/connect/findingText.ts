// What a checkup has found, in words: the fact, and what to do where something is wrong.
import * as vscode from "vscode";
import type { Certificate, CertificateProblem, Check, Finding, Skipped } from "../../model/checkup.ts";
import { oneLine } from "../../model/displayText.ts";
import { moment } from "../../vscode/dates.ts";
import { failureText } from "../../vscode/failureText.ts";
import { redact } from "../../vscode/redact.ts";

export interface FindingText {
  readonly name: string;
  readonly fact: string;
  /** What to do; undefined where there is nothing to be done. */
  readonly advice: string | undefined;
}

export function checkName(check: Check): string {
  switch (check) {
    case "address":
      return vscode.l10n.t("Address");
    case "proxy":
      return vscode.l10n.t("Proxy");
    case "name":
      return vscode.l10n.t("Name");
    case "certificate":
      return vscode.l10n.t("Certificate");
    case "api":
      return vscode.l10n.t("REST API");
    case "anonymous":
      return vscode.l10n.t("Without signing in");
    case "credentials":
      return vscode.l10n.t("Your account");
    case "clock":
      return vscode.l10n.t("Clock");
  }
}

function skippedText(because: Skipped): string {
  switch (because) {
    case "plain":
      return vscode.l10n.t("not needed: the connection isn't encrypted");
    case "byProxy":
      return vscode.l10n.t("left to the proxy");
    case "outOfReach":
      return vscode.l10n.t("not checked: the server has to be reached first");
    case "notSignedIn":
      return vscode.l10n.t("not signed in");
    case "untold":
      return vscode.l10n.t("the server doesn't tell");
  }
}

function chainText(chain: readonly Certificate[]): string {
  return chain.map(({ subject }) => oneLine(subject)).join(" ← ");
}

function problemText(problem: CertificateProblem, [own]: readonly Certificate[]): readonly [string, string] {
  const caFile = vscode.l10n.t(
    "If your organisation has a certificate authority of its own, choose its file.",
  );
  switch (problem) {
    case "expired":
      return [vscode.l10n.t("has expired"), vscode.l10n.t("Ask the platform's administrators to renew it.")];
    case "notYetValid":
      return [vscode.l10n.t("isn't valid yet"), vscode.l10n.t("Check the clock of this machine.")];
    case "otherName":
      return [
        vscode.l10n.t("is for another name ({0})", oneLine(own?.subject ?? "")),
        vscode.l10n.t("Connect by the name that the certificate is for."),
      ];
    case "selfSigned":
      return [vscode.l10n.t("is signed by the server itself"), caFile];
    case "incompleteChain":
      return [
        vscode.l10n.t("comes from somebody who isn't trusted here ({0})", oneLine(own?.issuer ?? "")),
        caFile,
      ];
    case "untrusted":
      return [vscode.l10n.t("isn't trusted"), caFile];
  }
}

/** Whoever is off by more than some hours has the wrong day, and needs no minutes. */
function apart(aheadSeconds: number): string {
  const minutes = Math.round(Math.abs(aheadSeconds) / 60);
  const hours = Math.round(minutes / 60);
  if (aheadSeconds > 0) {
    return hours < 3
      ? vscode.l10n.t("the server's is {0} minutes ahead", minutes)
      : vscode.l10n.t("the server's is {0} hours ahead", hours);
  }
  return hours < 3
    ? vscode.l10n.t("the server's is {0} minutes behind", minutes)
    : vscode.l10n.t("the server's is {0} hours behind", hours);
}

function accountText({
  account: { name },
  expiry,
  verdict,
}: Extract<Finding, { check: "credentials"; verdict: "good" | "note" }>): readonly [
  string,
  string | undefined,
] {
  const who = name === "" ? vscode.l10n.t("is accepted") : vscode.l10n.t("signed in as {0}", oneLine(name));
  const until =
    expiry === undefined || expiry === "never"
      ? undefined
      : vscode.l10n.t("{0}, with a key until {1}", who, moment(new Date(expiry).toISOString()) ?? "");
  return [
    until ?? who,
    verdict === "note"
      ? vscode.l10n.t("Make another key before this one ends, and sign in with it.")
      : undefined,
  ];
}

function factOf(finding: Finding, site: string): readonly [fact: string, advice: string | undefined] {
  if (finding.verdict === "failed") return [failureText(finding.failure, site), undefined];
  if (finding.verdict === "skipped") return [skippedText(finding.because), undefined];
  switch (finding.check) {
    case "address":
      return [
        finding.origin,
        finding.verdict === "good"
          ? undefined
          : vscode.l10n.t("The connection isn't encrypted: use https if the server has it."),
      ];
    case "proxy": {
      const pac = vscode.l10n.t(
        "PAC files are not evaluated: where your network needs a proxy, set http.proxy.",
      );
      return finding.through === undefined
        ? [vscode.l10n.t("none, requests go directly"), pac]
        : [vscode.l10n.t("through {0}", finding.through), undefined];
    }
    case "name":
      return [finding.addresses.join(", "), undefined];
    case "certificate":
      if (finding.verdict === "bad") return problemText(finding.problem, finding.chain);
      return [
        vscode.l10n.t("{0}, good for {1} days", chainText(finding.chain), finding.daysLeft),
        finding.verdict === "good"
          ? undefined
          : vscode.l10n.t("Tell the platform's administrators that it ends soon."),
      ];
    case "api":
      return [
        finding.version === undefined
          ? vscode.l10n.t("answers")
          : vscode.l10n.t("answers, version {0}", oneLine(finding.version)),
        undefined,
      ];
    case "anonymous":
      return [
        finding.isAllowed
          ? vscode.l10n.t("public projects can be read")
          : vscode.l10n.t("nothing can be read"),
        undefined,
      ];
    case "credentials":
      if (finding.verdict !== "bad") return accountText(finding);
      return finding.why === "rejected"
        ? [
            vscode.l10n.t("is no longer accepted"),
            vscode.l10n.t("Sign in again: the key was revoked or has expired."),
          ]
        : [
            vscode.l10n.t("may not be used: {0}", oneLine(redact(finding.said ?? ""))),
            vscode.l10n.t("Ask the platform's administrators."),
          ];
    case "clock":
      return finding.verdict === "good"
        ? [vscode.l10n.t("agrees with the server's"), undefined]
        : [
            apart(finding.aheadSeconds),
            vscode.l10n.t("Set the clock of this machine, or tell the platform's administrators."),
          ];
  }
}

export function findingText(finding: Finding, site: string): FindingText {
  const [fact, advice] = factOf(finding, site);
  return { name: checkName(finding.check), fact, advice };
}
