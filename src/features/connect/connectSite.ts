import * as vscode from "vscode";
import { oneLine } from "../../model/displayText.ts";
import type { Failure } from "../../model/failure.ts";
import type { Site } from "../../model/site.ts";
import type { SiteTarget } from "../../protocol/commands.ts";
import type { Services } from "../../services.ts";
import type { SignedIn } from "../../store/accounts.ts";
import { findServer, type FoundApi } from "../../store/findServer.ts";
import { candidateApiRoots } from "../../store/sites.ts";
import { failureText } from "../../vscode/failureText.ts";
import { askText, pickSite, type Verdict } from "../../vscode/prompts.ts";
import { caFileName, Checkup, chooseCaFile } from "./checkConnection.ts";
import { askSignIn, type SignInChoice } from "./signIn.ts";

/** Unencrypted traffic that leaves this machine needs the user's consent, which is kept until the site is removed. */
async function consentToPlainHttp(
  { plainHttpConsents }: Pick<Services, "plainHttpConsents">,
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

/** The site a command is meant for: the row it was called on, the only one there is, or one that is picked. */
export async function whichSite(
  candidates: readonly Site[],
  target: SiteTarget | undefined,
  title: string,
): Promise<Site | undefined> {
  return target === undefined
    ? pickSite(candidates, { title })
    : candidates.find(({ api }) => api === target.siteApi);
}

/** A server that answered, not yet kept. */
interface FoundServer extends FoundApi {
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
  services: Services,
  text: string,
  caFile: string | undefined,
  signal: AbortSignal,
): Promise<Verdict<Answer>> {
  const { connections, sites } = services;
  const [likeliest] = candidateApiRoots(text);
  if (likeliest === undefined) {
    return { kind: "refused", why: vscode.l10n.t("This isn't a web address, such as tuleap.example.com.") };
  }
  if (!(await consentToPlainHttp(services, likeliest))) {
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
  services: Services,
  text: string,
  caFile: string,
  signal: AbortSignal,
): Promise<vscode.InputBoxValidationMessage> {
  const { Info, Error: Wrong } = vscode.InputBoxValidationSeverity;
  const name = oneLine(caFileName(caFile));
  if (text.trim() === "") {
    return { message: vscode.l10n.t("{0} is trusted for the address that you enter.", name), severity: Info };
  }
  const verdict = await judge(services, text, caFile, signal);
  if (verdict.kind === "refused") return { message: verdict.why, severity: Wrong };
  const host = "found" in verdict.value ? new URL(verdict.value.found.api).host : "";
  return {
    message: vscode.l10n.t("The connection to {0} works with {1}. Press Enter to continue.", host, name),
    severity: Info,
  };
}

/** Asks for an address until a server of the right kind answers there. */
export async function askAddress(services: Services): Promise<FoundServer | undefined> {
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
        trusted === undefined ? undefined : (signal) => tryCaFile(services, text, trusted, signal),
      judge: (entered, signal) => judge(services, entered, trusted, signal),
    });
    if (answer === undefined) return undefined;
    if ("found" in answer) return answer.found;
    typed = answer.chooseCaFileFor;
    caFile = (await chooseCaFile()) ?? caFile;
  }
}

// Signing in to sites that are connected, and looking at the way to them.

/** Keeps what somebody has signed in with, or goes on as one who is kept. */
async function keepSignIn(services: Services, api: string, choice: NonNullable<SignInChoice>): Promise<void> {
  const { accounts, keyDates, signIns } = services;
  if (choice === "anonymous") return accounts.useNobody(api);
  if ("accountId" in choice) {
    await accounts.use(api, choice.accountId);
    return;
  }
  const { signedIn } = choice;
  // It may be another key than before.
  await keyDates.forget(api, signedIn.account.id);
  await signIns.note(api);
  await accounts.signIn(api, signedIn);
}

/** Those at a site who have signed in before and are not in use now. */
async function keptAt({ accounts }: Services, api: string): Promise<readonly SignedIn[]> {
  const used = await accounts.current(api);
  return (await accounts.all(api)).filter(({ account }) => account.id !== used?.account.id);
}

export async function checkConnection(services: Services, target: SiteTarget | undefined): Promise<void> {
  const { sites, commands } = services;
  if (sites.list().length === 0) return commands.run("artifacts.connect");
  const site = await whichSite(sites.list(), target, vscode.l10n.t("Check the Connection to Which Site?"));
  if (site === undefined || !(await consentToPlainHttp(services, site.api))) return;
  new Checkup(services, site).start();
}

export async function connectUnencrypted(services: Services, target: SiteTarget | undefined): Promise<void> {
  const { sites, plainHttpConsents } = services;
  const candidates = sites.list().filter(({ api }) => !plainHttpConsents.allows(api));
  const site = await whichSite(candidates, target, vscode.l10n.t("Select a site to connect to"));
  if (site !== undefined) await consentToPlainHttp(services, site.api);
}

export async function signIn(services: Services, target: SiteTarget | undefined): Promise<void> {
  const { sites, commands } = services;
  if (sites.list().length === 0) return commands.run("artifacts.connect");
  const site = await whichSite(sites.list(), target, vscode.l10n.t("Sign In to Which Site?"));
  if (site === undefined || !(await consentToPlainHttp(services, site.api))) return;
  const kept = await keptAt(services, site.api);
  const choice = await askSignIn(services, site, { anonymous: "notOffered", kept });
  if (choice !== undefined) await keepSignIn(services, site.api, choice);
}

/** From an address to a site in the tree. Nothing is kept before the last answer is given. */
export async function connectSite(services: Services): Promise<void> {
  const server = await askAddress(services);
  if (server === undefined) return;
  const choice = await askSignIn(services, server, {
    anonymous: server.anonymous,
    kept: await keptAt(services, server.api),
  });
  if (choice === undefined) return;
  const { api, caFile } = server;
  // The site first: a key without one could not be seen, nor signed out.
  await services.sites.add(api, caFile);
  await keepSignIn(services, api, choice);
  await services.features.tree.revealSite({ siteApi: api });
}
