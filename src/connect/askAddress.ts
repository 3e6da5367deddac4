import * as vscode from "vscode";
import { oneLine } from "../model/displayText.ts";
import type { Failure } from "../model/failure.ts";
import { askText, type Verdict } from "../platform/askText.ts";
import { failureText } from "../platform/failureText.ts";
import { type FoundApi, findServer } from "../store/findServer.ts";
import { candidateApiRoots } from "../store/siteAddress.ts";
import { caFileName, chooseCaFile } from "./chooseCaFile.ts";
import type { ConnectDependencies } from "./dependencies.ts";
import { consentToPlainHttp } from "./plainHttp.ts";

/** A server that answered, not yet kept. */
export interface FoundServer extends FoundApi {
  readonly caFile: string | undefined;
}

type Answer = { readonly found: FoundServer } | { readonly chooseCaFileFor: string };

/** The button is in sight here, which it is nowhere else. */
function addressFailureText(failure: Failure, host: string, caFile: string | undefined): string {
  const reason = failure.kind === "unreachable" ? failure.reason : undefined;
  if (reason === "certificate") {
    return caFile === undefined
      ? vscode.l10n.t(
          "The certificate of {0} isn't trusted: choose your organisation's CA file by the button above.",
          host,
        )
      : vscode.l10n.t(
          "The certificate of {0} isn't trusted with {1} either: choose another CA file by the button above.",
          host,
          oneLine(caFileName(caFile)),
        );
  }
  if (reason === "caFile" && caFile !== undefined) {
    return vscode.l10n.t(
      "{0} can't be read as certificates: choose another CA file by the button above.",
      oneLine(caFileName(caFile)),
    );
  }
  return failureText(failure, host);
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
      ? addressFailureText(search.failure, new URL(likeliest).host, trusted)
      : vscode.l10n.t("This isn't a web address, such as tuleap.example.com.");
  return { kind: "refused", why };
}

/** Whether the connection works with a file that was just chosen. */
async function tryCaFile(
  dependencies: ConnectDependencies,
  text: string,
  caFile: string,
  signal: AbortSignal,
): Promise<vscode.InputBoxValidationMessage> {
  const { Info, Error: Wrong } = vscode.InputBoxValidationSeverity;
  const name = oneLine(caFileName(caFile));
  if (text.trim() === "") {
    return { message: vscode.l10n.t("{0} is trusted for the address that you enter.", name), severity: Info };
  }
  const verdict = await judge(dependencies, text, caFile, signal);
  if (verdict.kind === "refused") return { message: verdict.why, severity: Wrong };
  const host = "found" in verdict.value ? new URL(verdict.value.found.api).host : "";
  return {
    message: vscode.l10n.t("The connection to {0} works with {1}. Press Enter to continue.", host, name),
    severity: Info,
  };
}

/** Asks for an address until a server of the right kind answers there. */
export async function askAddress(dependencies: ConnectDependencies): Promise<FoundServer | undefined> {
  let caFile: string | undefined;
  let typed = "";
  for (;;) {
    const trusted = caFile;
    const text = typed;
    const answer = await askText<Answer>({
      title: vscode.l10n.t("Connect to a Site"),
      prompt:
        trusted === undefined
          ? vscode.l10n.t("Address of the Tuleap server, or of any of its pages")
          : vscode.l10n.t(
              "Address of the Tuleap server, or of any of its pages. Trusted CA file: {0}",
              oneLine(trusted),
            ),
      placeholder: "tuleap.example.com",
      value: typed,
      buttons: [
        {
          button: {
            iconPath: new vscode.ThemeIcon("workspace-trusted"),
            tooltip: vscode.l10n.t("Choose a CA File to Trust…"),
          },
          press: (entered) => ({ chooseCaFileFor: entered }),
        },
      ],
      firstMessage:
        trusted === undefined ? undefined : (signal) => tryCaFile(dependencies, text, trusted, signal),
      judge: (entered, signal) => judge(dependencies, entered, trusted, signal),
    });
    if (answer === undefined) return undefined;
    if ("found" in answer) return answer.found;
    typed = answer.chooseCaFileFor;
    caFile = (await chooseCaFile()) ?? caFile;
  }
}
