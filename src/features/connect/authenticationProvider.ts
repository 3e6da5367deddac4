// Shows the signed-in accounts in VS Code's Accounts menu. Sessions contain no credentials, because these are sent only to
// their own server and never to other extensions.
import * as vscode from "vscode";
import { toDisplayLine } from "../../model/displayText.ts";
import type { Site } from "../../model/site.ts";
import type { Services } from "../../services.ts";

interface SiteSession extends vscode.AuthenticationSession {
  readonly site: Site;
  readonly accountId: string;
}

function toSession(site: Site, account: { readonly id: string; readonly name: string }): SiteSession {
  const id = `${site.api} ${account.id}`;
  const label = account.name === "" ? site.label : `${toDisplayLine(account.name)} (${site.label})`;
  return { id, accessToken: "", account: { id, label }, scopes: [], site, accountId: account.id };
}

class AccountsProvider implements vscode.AuthenticationProvider {
  readonly #services: Pick<Services, "sites" | "accounts" | "commands">;
  readonly #onDidChangeEmitter =
    new vscode.EventEmitter<vscode.AuthenticationProviderAuthenticationSessionsChangeEvent>();
  readonly onDidChangeSessions = this.#onDidChangeEmitter.event;
  #lastSessions: readonly SiteSession[] = [];

  constructor(services: Pick<Services, "sites" | "accounts" | "commands">) {
    this.#services = services;
  }

  async getSessions(): Promise<SiteSession[]> {
    const sessions = await this.#loadSessions();
    this.#lastSessions = sessions;
    return [...sessions];
  }

  async createSession(): Promise<SiteSession> {
    await this.#services.commands.execute("artifacts.signIn");
    const { sites, accounts } = this.#services;
    for (const site of sites.list()) {
      const current = await accounts.current(site.api);
      if (current !== undefined) return toSession(site, current.account);
    }
    throw new Error(vscode.l10n.t("You aren't signed in to any site."));
  }

  async removeSession(id: string): Promise<void> {
    const session = (await this.#loadSessions()).find((each) => each.id === id);
    if (session === undefined) return;
    const { site, accountId } = session;
    await this.#services.commands.execute("artifacts.signOut", { siteApi: site.api, accountId });
  }

  /** Called when secrets have changed, in this or another window. */
  async fireChanges(): Promise<void> {
    const before = this.#lastSessions;
    const after = await this.getSessions();
    const subtract = (sessions: readonly SiteSession[], excluded: readonly SiteSession[]): SiteSession[] =>
      sessions.filter(({ id }) => !excluded.some((session) => session.id === id));
    const [added, removed] = [subtract(after, before), subtract(before, after)];
    if (added.length + removed.length > 0) this.#onDidChangeEmitter.fire({ added, removed, changed: [] });
  }

  dispose(): void {
    this.#onDidChangeEmitter.dispose();
  }

  async #loadSessions(): Promise<readonly SiteSession[]> {
    const { sites, accounts } = this.#services;
    const sessions = await Promise.all(
      sites.list().map(async (site) => {
        const stored = await accounts.list(site.api);
        return stored.map(({ account }) => toSession(site, account));
      }),
    );
    return sessions.flat();
  }
}

export function registerAuthenticationProvider(
  services: Pick<Services, "sites" | "accounts" | "secrets" | "errorHandler" | "commands">,
): vscode.Disposable {
  const { secrets, errorHandler } = services;
  const provider = new AccountsProvider(services);
  return vscode.Disposable.from(
    provider,
    vscode.authentication.registerAuthenticationProvider("artifacts", "Tuleap", provider, {
      supportsMultipleAccounts: true,
    }),
    secrets.onDidChange(() => errorHandler.runInBackground("update accounts", () => provider.fireChanges())),
  );
}
