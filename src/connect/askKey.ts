import * as vscode from "vscode";
import { isFailure } from "../model/failure.ts";
import { askText, type Verdict } from "../platform/askText.ts";
import { failureText } from "../platform/failureText.ts";
import type { SignedIn } from "../store/accounts.ts";
import { webRootOf } from "../store/siteAddress.ts";
import type { ConnectDependencies } from "./dependencies.ts";

/** Where a person makes and deletes access keys, on the server's own pages. */
export function keyPage(api: string): vscode.Uri {
  return vscode.Uri.parse(`${webRootOf(api)}/account/keys-tokens`, true);
}

interface KeyQuestion {
  readonly api: string;
  readonly caFile: string | undefined;
  readonly step?: number;
  readonly steps?: number;
}

async function judge(
  { connections }: ConnectDependencies,
  { api, caFile }: KeyQuestion,
  text: string,
  signal: AbortSignal,
): Promise<Verdict<SignedIn>> {
  const site = new URL(api).host;
  const key = text.trim();
  // A header can't carry anything else, and no server makes such keys.
  if (!/^[\x21-\x7e]+$/.test(key)) {
    return {
      kind: "refused",
      why: vscode.l10n.t("This isn't an access key: paste the whole key and nothing else."),
    };
  }
  const credential = { kind: "accessKey", key } as const;
  const client = await connections.knock(api, caFile, credential);
  try {
    const check = await client.checkCredential(signal);
    switch (check.kind) {
      case "accepted":
        return { kind: "accepted", value: { account: check.account, credential } };
      case "rejected":
        return {
          kind: "refused",
          why: vscode.l10n.t(
            "{0} doesn't accept this key: it is mistyped, expired, deleted or lacks the REST scope.",
            site,
          ),
        };
      case "blocked":
        return {
          kind: "refused",
          why: vscode.l10n.t("{0} refuses the account of this key: {1}", site, check.said ?? "HTTP 403"),
        };
    }
  } catch (failure) {
    if (!isFailure(failure)) throw failure;
    return { kind: "refused", why: failureText(failure, site) };
  } finally {
    await client.close();
  }
}

/** Asks for an access key until the server accepts one. Nothing is kept here. */
export function askKey(
  dependencies: ConnectDependencies,
  question: KeyQuestion,
): Promise<SignedIn | undefined> {
  const site = new URL(question.api).host;
  return askText<SignedIn>({
    title: vscode.l10n.t("Sign In to {0}", site),
    prompt: vscode.l10n.t(
      "Access key. Make one in your account preferences on the server (button above), with the REST scope; it is shown there only once.",
    ),
    placeholder: "tlp-k1-…",
    isSecret: true,
    ...(question.step === undefined ? {} : { step: question.step }),
    ...(question.steps === undefined ? {} : { steps: question.steps }),
    buttons: [
      {
        button: {
          iconPath: new vscode.ThemeIcon("link-external"),
          tooltip: vscode.l10n.t("Open the Page Where Keys Are Made"),
        },
        press: () => {
          void vscode.env.openExternal(keyPage(question.api));
          return undefined;
        },
      },
    ],
    judge: (text, signal) => judge(dependencies, question, text, signal),
  });
}
