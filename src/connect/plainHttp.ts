import * as vscode from "vscode";
import type { ConnectDependencies } from "./dependencies.ts";

/** Unencrypted traffic that leaves this machine needs the user's consent, which is kept until the site is removed. */
export async function consentToPlainHttp(
  { plainHttpConsents }: Pick<ConnectDependencies, "plainHttpConsents">,
  address: string,
): Promise<boolean> {
  if (plainHttpConsents.allows(address)) return true;
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
  if (choice === goOn) await plainHttpConsents.add(address);
  return choice === goOn;
}
