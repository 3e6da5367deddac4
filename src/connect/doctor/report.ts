// What was found, as a text to send to whoever helps. It holds addresses, versions and names, and nothing secret.
import * as vscode from "vscode";
import type { Finding } from "../../model/checkup.ts";
import type { Site } from "../../model/site.ts";
import { findingText } from "./findingText.ts";

export function reportOf(site: Site, findings: readonly Finding[]): string {
  const where = vscode.env.remoteName === undefined ? "" : `, ${vscode.env.remoteName}`;
  const lines = findings.map((finding) => {
    const { name, fact, advice } = findingText(finding, site.label);
    return `- [${finding.verdict}] ${name}: ${fact}${advice === undefined ? "" : `. ${advice}`}`;
  });
  return [
    `${vscode.l10n.t("Connection to {0}", site.label)}: ${site.api}`,
    `VS Code ${vscode.version}${where}, Node.js ${process.versions.node}, ${process.platform} ${process.arch}`,
    ...lines,
    "",
  ].join("\n");
}
