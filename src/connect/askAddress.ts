import * as vscode from "vscode";
import { askText, type Verdict } from "../platform/askText.ts";
import { failureText } from "../platform/failureText.ts";
import { type FoundApi, findServer } from "../store/findServer.ts";
import { candidateApiRoots } from "../store/siteAddress.ts";
import type { ConnectDependencies } from "./dependencies.ts";
import { consentToPlainHttp } from "./plainHttp.ts";

/** A server that answered, not yet kept. */
export interface FoundServer extends FoundApi {
  readonly caFile: string | undefined;
}

type Answer = { readonly found: FoundServer } | { readonly chooseCaFileFor: string };

async function chooseCaFile(): Promise<string | undefined> {
  const [file] =
    (await vscode.window.showOpenDialog({
      title: vscode.l10n.t("Certificates to Trust for This Site"),
      openLabel: vscode.l10n.t("Trust for This Site"),
      filters: { [vscode.l10n.t("Certificates")]: ["pem", "crt", "cer"] },
    })) ?? [];
  return file?.fsPath;
}

async function judge(
  dependencies: ConnectDependencies,
  text: string,
  caFile: string | undefined,
  signal: AbortSignal,
): Promise<Verdict<Answer>> {
  const { connections, sites } = dependencies;
  const [likeliest] = candidateApiRoots(text);
  if (likeliest === undefined) {
    return { kind: "refused", why: vscode.l10n.t("This isn't a web address, such as tuleap.example.com.") };
  }
  if (!(await consentToPlainHttp(dependencies, likeliest))) {
    return {
      kind: "refused",
      why: vscode.l10n.t("Not connected: {0} is not encrypted.", new URL(likeliest).host),
    };
  }
  const trusted = caFile ?? sites.find(likeliest)?.caFile;
  const search = await findServer(connections, text, { caFile: trusted, signal });
  if (search.kind === "found") {
    return { kind: "accepted", value: { found: { ...search, caFile: trusted } } };
  }
  const why =
    search.kind === "failed"
      ? failureText(search.failure, new URL(likeliest).host)
      : vscode.l10n.t("This isn't a web address, such as tuleap.example.com.");
  return { kind: "refused", why };
}

/** Asks for an address until a server of the right kind answers there. */
export async function askAddress(dependencies: ConnectDependencies): Promise<FoundServer | undefined> {
  let caFile: string | undefined;
  let typed = "";
  for (;;) {
    const trusted = caFile;
    const answer = await askText<Answer>({
      title: vscode.l10n.t("Connect to a Site"),
      prompt: vscode.l10n.t("Address of the Tuleap server, or of any of its pages"),
      placeholder: "tuleap.example.com",
      value: typed,
      buttons: [
        {
          button: {
            iconPath: new vscode.ThemeIcon("workspace-trusted"),
            tooltip: vscode.l10n.t("Choose a CA File to Trust…"),
          },
          press: (text) => ({ chooseCaFileFor: text }),
        },
      ],
      judge: (text, signal) => judge(dependencies, text, trusted, signal),
    });
    if (answer === undefined) return undefined;
    if ("found" in answer) return answer.found;
    typed = answer.chooseCaFileFor;
    caFile = (await chooseCaFile()) ?? caFile;
  }
}
