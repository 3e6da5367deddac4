import * as vscode from "vscode";
import { askText } from "../platform/askText.ts";
import type { SignedIn } from "../store/accounts.ts";
import { webRootOf } from "../store/siteAddress.ts";
import type { ConnectDependencies } from "./dependencies.ts";
import { judgeCredential, type SignInServer } from "./judgeCredential.ts";

/** Where a person makes and deletes access keys, on the server's own pages. */
export function keyPage(api: string): vscode.Uri {
  return vscode.Uri.parse(`${webRootOf(api)}/account/keys-tokens`, true);
}

/** Asks for an access key until the server accepts one. */
export function askKey(
  dependencies: ConnectDependencies,
  server: SignInServer,
): Promise<SignedIn | undefined> {
  return askText<SignedIn>({
    title: vscode.l10n.t("Sign In to {0}", new URL(server.api).host),
    prompt: vscode.l10n.t(
      "Access key. Make one in your account preferences on the server (button above), with the REST scope; it is shown there only once.",
    ),
    placeholder: "tlp-k1-…",
    isSecret: true,
    buttons: [
      {
        button: {
          iconPath: new vscode.ThemeIcon("link-external"),
          tooltip: vscode.l10n.t("Open the Page Where Keys Are Made"),
        },
        press: () => {
          dependencies.boundary.start("open key page", () => vscode.env.openExternal(keyPage(server.api)));
          return undefined;
        },
      },
    ],
    judge: async (text, signal) => {
      const key = text.trim();
      // A header can't carry anything else, and no server makes such keys.
      return /^[\x21-\x7e]+$/.test(key)
        ? judgeCredential(dependencies, server, { kind: "accessKey", key }, signal)
        : {
            kind: "refused",
            why: vscode.l10n.t("This isn't an access key: paste the whole key and nothing else."),
          };
    },
  });
}
