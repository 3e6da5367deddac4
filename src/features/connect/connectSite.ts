// Connects sites: prompts for the URL and the credentials, and stores them.
import * as vscode from "vscode";
import { toDisplayLine } from "../../model/displayText.ts";
import type { Failure } from "../../model/failure.ts";
import type { Site } from "../../model/site.ts";
import type { SiteTarget } from "../../protocol/commandArguments.ts";
import type { Services } from "../../services.ts";
import type { SignedInAccount } from "../../store/accounts.ts";
import { findServerApiRoot, type FoundApiRoot } from "../../store/findServerApiRoot.ts";
import { guessApiRoots } from "../../store/sites.ts";
import { failureText } from "../../vscode/failureText.ts";
import { promptWithCheck, pickSite, type InputCheckResult } from "../../vscode/prompts.ts";
import { getCaFileName, ConnectionCheckPick, selectCaFile } from "./connectionCheckPick.ts";
import { promptSignIn, type SignInChoice } from "./signIn.ts";

/** Unencrypted traffic that leaves this machine needs the user's consent, which is stored until the site is removed. */
async function confirmPlainHttp(
  { plainHttpConsents }: Pick<Services, "plainHttpConsents">,
  url: string,
): Promise<boolean> {
  if (plainHttpConsents.isAllowed(url)) return true;
  const connectUnencryptedLabel = vscode.l10n.t("Connect Unencrypted");
  const choice = await vscode.window.showWarningMessage(
    vscode.l10n.t("The connection to {0} isn't encrypted.", new URL(url).host),
    {
      modal: true,
      detail: vscode.l10n.t(
        "Anyone who can intercept the network traffic can read and change your credentials and all artifacts. Use https if the server supports it.",
      ),
    },
    connectUnencryptedLabel,
  );
  if (choice === connectUnencryptedLabel) await plainHttpConsents.add(url);
  return choice === connectUnencryptedLabel;
}

/** The site of a command: from its target, the only one, or the user's choice. */
export async function getOrPickTargetSite(
  candidates: readonly Site[],
  target: SiteTarget | undefined,
  title: string,
): Promise<Site | undefined> {
  return target === undefined
    ? pickSite(candidates, { title })
    : candidates.find(({ api }) => api === target.siteApi);
}

/** A server that responded, not yet stored. */
interface FoundServer extends FoundApiRoot {
  readonly caFile: string | undefined;
}

type SiteUrlAnswer = { readonly found: FoundServer } | { readonly chooseCaFileFor: string };

/** Mentions the CA file button, which only this prompt has. */
function formatConnectionFailure(failure: Failure, host: string, caFile: string | undefined): string {
  const reason = failure.kind === "unreachable" ? failure.reason : undefined;
  if (reason === "certificate") {
    return caFile === undefined
      ? vscode.l10n.t(
          "The certificate of {0} isn't trusted. Select your organization's CA file with the button above.",
          host,
        )
      : vscode.l10n.t(
          "The certificate of {0} isn't trusted with {1} either. Select another CA file with the button above.",
          host,
          toDisplayLine(getCaFileName(caFile)),
        );
  }
  if (reason === "caFile" && caFile !== undefined) {
    return vscode.l10n.t(
      "{0} doesn't contain valid certificates. Select another CA file with the button above.",
      toDisplayLine(getCaFileName(caFile)),
    );
  }
  return failureText(failure, host);
}

async function checkSiteUrl(
  services: Services,
  text: string,
  caFile: string | undefined,
  signal: AbortSignal,
): Promise<InputCheckResult<SiteUrlAnswer>> {
  const { connections, sites } = services;
  const [apiRoot] = guessApiRoots(text);
  if (apiRoot === undefined) {
    return { kind: "rejected", message: vscode.l10n.t("Enter a valid URL, such as tuleap.example.com.") };
  }
  if (!(await confirmPlainHttp(services, apiRoot))) {
    return {
      kind: "rejected",
      message: vscode.l10n.t("Not connected. The connection to {0} isn't encrypted.", new URL(apiRoot).host),
    };
  }
  const trustedCaFile = caFile ?? sites.find(apiRoot)?.caFile;
  const search = await findServerApiRoot(connections, text, { caFile: trustedCaFile, signal });
  if (search.kind === "found") {
    return { kind: "accepted", value: { found: { ...search, caFile: trustedCaFile } } };
  }
  const message =
    search.kind === "failed"
      ? formatConnectionFailure(search.failure, new URL(apiRoot).host, trustedCaFile)
      : vscode.l10n.t("Enter a valid URL, such as tuleap.example.com.");
  return { kind: "rejected", message };
}

/** Whether the connection works with the selected CA file. */
async function checkCaFile(
  services: Services,
  text: string,
  caFile: string,
  signal: AbortSignal,
): Promise<vscode.InputBoxValidationMessage> {
  const { Info, Error: ErrorSeverity } = vscode.InputBoxValidationSeverity;
  const name = toDisplayLine(getCaFileName(caFile));
  if (text.trim() === "") {
    return { message: vscode.l10n.t("{0} is trusted for the URL that you enter.", name), severity: Info };
  }
  const result = await checkSiteUrl(services, text, caFile, signal);
  if (result.kind === "rejected") return { message: result.message, severity: ErrorSeverity };
  const host = "found" in result.value ? new URL(result.value.found.api).host : "";
  return {
    message: vscode.l10n.t("The connection to {0} works with {1}. Press Enter to continue.", host, name),
    severity: Info,
  };
}

/** Prompts for a URL until a Tuleap server responds there. */
export async function promptTuleapServer(services: Services): Promise<FoundServer | undefined> {
  let caFile: string | undefined;
  let enteredText = "";
  for (;;) {
    const trustedCaFile = caFile;
    const text = enteredText;
    const answer = await promptWithCheck<SiteUrlAnswer>({
      title: vscode.l10n.t("Connect to a Site"),
      prompt:
        trustedCaFile === undefined
          ? vscode.l10n.t("Enter the URL of your Tuleap server or of any page on it")
          : vscode.l10n.t(
              "Enter the URL of your Tuleap server or of any page on it. Trusted CA file: {0}",
              toDisplayLine(trustedCaFile),
            ),
      placeholder: "tuleap.example.com",
      value: enteredText,
      buttons: [
        {
          button: {
            iconPath: new vscode.ThemeIcon("workspace-trusted"),
            tooltip: vscode.l10n.t("Select a CA File to Trust…"),
          },
          onClick: (entered) => ({ chooseCaFileFor: entered }),
        },
      ],
      initialMessage:
        trustedCaFile === undefined
          ? undefined
          : (signal) => checkCaFile(services, text, trustedCaFile, signal),
      check: (entered, signal) => checkSiteUrl(services, entered, trustedCaFile, signal),
    });
    if (answer === undefined) return undefined;
    if ("found" in answer) return answer.found;
    enteredText = answer.chooseCaFileFor;
    caFile = (await selectCaFile()) ?? caFile;
  }
}

// Signing in to connected sites, and checking their connections.

/** Stores new credentials, or switches to a stored account. */
async function saveSignIn(services: Services, api: string, choice: NonNullable<SignInChoice>): Promise<void> {
  const { accounts, keyExpiries, signIns } = services;
  if (choice === "anonymous") return accounts.clearCurrent(api);
  if ("accountId" in choice) {
    await accounts.setCurrent(api, choice.accountId);
    return;
  }
  const { signedIn } = choice;
  // The access key may be a new one.
  await keyExpiries.delete(api, signedIn.account.id);
  await signIns.add(api);
  await accounts.signIn(api, signedIn);
}

/** Stored accounts of a site except the current one. */
async function listOtherAccounts({ accounts }: Services, api: string): Promise<readonly SignedInAccount[]> {
  const current = await accounts.current(api);
  return (await accounts.list(api)).filter(({ account }) => account.id !== current?.account.id);
}

export async function showConnectionCheck(services: Services, target: SiteTarget | undefined): Promise<void> {
  const { sites, commands } = services;
  if (sites.list().length === 0) return commands.execute("artifacts.connect");
  const site = await getOrPickTargetSite(
    sites.list(),
    target,
    vscode.l10n.t("Check Connection: Select a Site"),
  );
  if (site === undefined || !(await confirmPlainHttp(services, site.api))) return;
  new ConnectionCheckPick(services, site).start();
}

export async function confirmUnencryptedSite(
  services: Services,
  target: SiteTarget | undefined,
): Promise<void> {
  const { sites, plainHttpConsents } = services;
  const candidates = sites.list().filter(({ api }) => !plainHttpConsents.isAllowed(api));
  const site = await getOrPickTargetSite(candidates, target, vscode.l10n.t("Select a site to connect to"));
  if (site !== undefined) await confirmPlainHttp(services, site.api);
}

export async function signInToSite(services: Services, target: SiteTarget | undefined): Promise<void> {
  const { sites, commands } = services;
  if (sites.list().length === 0) return commands.execute("artifacts.connect");
  const site = await getOrPickTargetSite(sites.list(), target, vscode.l10n.t("Sign In: Select a Site"));
  if (site === undefined || !(await confirmPlainHttp(services, site.api))) return;
  const storedAccounts = await listOtherAccounts(services, site.api);
  const choice = await promptSignIn(services, site, { anonymous: "notOffered", storedAccounts });
  if (choice !== undefined) await saveSignIn(services, site.api, choice);
}

/** Prompts for URL and credentials, and reveals the new site. Nothing is stored before the last prompt. */
export async function connectSite(services: Services): Promise<void> {
  const server = await promptTuleapServer(services);
  if (server === undefined) return;
  const choice = await promptSignIn(services, server, {
    anonymous: server.anonymousAccess,
    storedAccounts: await listOtherAccounts(services, server.api),
  });
  if (choice === undefined) return;
  const { api, caFile } = server;
  // The site is stored first, because credentials without a site would be invisible and could not be removed.
  await services.sites.add(api, caFile);
  await saveSignIn(services, api, choice);
  await services.features.tree.revealSite({ siteApi: api });
}
