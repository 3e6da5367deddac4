import * as vscode from "vscode";
import { isPlainHttp } from "../store/siteAddress.ts";

/** Unencrypted traffic that leaves this machine needs a person's consent, once per act. */
export async function consentToPlainHttp(address: string): Promise<boolean> {
  if (!isPlainHttp(address)) return true;
  const goOn = vscode.l10n.t("Connect Unencrypted");
  const choice = await vscode.window.showWarningMessage(
    vscode.l10n.t("{0} is not encrypted.", new URL(address).host),
    {
      modal: true,
      detail: vscode.l10n.t(
        "Whoever can see the network traffic can read what you sign in with and all artifacts, and change them on the way. Use https if the server has it.",
      ),
    },
    goOn,
  );
  return choice === goOn;
}
