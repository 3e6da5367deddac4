// Who is signed in where, for VS Code's Accounts menu. It tells names and never what somebody signs in with: keys go
// to their own server and to nobody else, other extensions included.
import * as vscode from "vscode";
import { oneLine } from "../../model/displayText.ts";
import type { Site } from "../../model/site.ts";
import type { Services } from "../../services.ts";

interface Session extends vscode.AuthenticationSession {
  readonly site: Site;
  readonly accountId: string;
}

function sessionOf(site: Site, account: { readonly id: string; readonly name: string }): Session {
  const id = `${site.api} ${account.id}`;
  const label = account.name === "" ? site.label : `${oneLine(account.name)} (${site.label})`;
  return { id, accessToken: "", account: { id, label }, scopes: [], site, accountId: account.id };
}

class SignedInAccounts implements vscode.AuthenticationProvider {
  readonly #services: Pick<Services, "sites" | "accounts" | "commands">;
  readonly #changed =
    new vscode.EventEmitter<vscode.AuthenticationProviderAuthenticationSessionsChangeEvent>();
  readonly onDidChangeSessions = this.#changed.event;
  #told: readonly Session[] = [];

  constructor(services: Pick<Services, "sites" | "accounts" | "commands">) {
    this.#services = services;
  }

  async getSessions(): Promise<Session[]> {
    const sessions = await this.#read();
    this.#told = sessions;
    return [...sessions];
  }

  async createSession(): Promise<Session> {
    await this.#services.commands.run("artifacts.signIn");
    const { sites, accounts } = this.#services;
    for (const site of sites.list()) {
      const used = await accounts.current(site.api);
      if (used !== undefined) return sessionOf(site, used.account);
    }
    throw new Error(vscode.l10n.t("Nobody has signed in."));
  }

  async removeSession(id: string): Promise<void> {
    const session = (await this.#read()).find((each) => each.id === id);
    if (session === undefined) return;
    const { site, accountId } = session;
    await this.#services.commands.run("artifacts.signOut", { siteApi: site.api, accountId });
  }

  /** Something has changed, here or in another window. */
  async tell(): Promise<void> {
    const before = this.#told;
    const now = await this.getSessions();
    const without = (some: readonly Session[], others: readonly Session[]): Session[] =>
      some.filter(({ id }) => !others.some((other) => other.id === id));
    const [added, removed] = [without(now, before), without(before, now)];
    if (added.length + removed.length > 0) this.#changed.fire({ added, removed, changed: [] });
  }

  dispose(): void {
    this.#changed.dispose();
  }

  async #read(): Promise<readonly Session[]> {
    const { sites, accounts } = this.#services;
    const all = await Promise.all(
      sites.list().map(async (site) => {
        const kept = await accounts.all(site.api);
        return kept.map(({ account }) => sessionOf(site, account));
      }),
    );
    return all.flat();
  }
}

export function registerAuthentication(
  services: Pick<Services, "sites" | "accounts" | "secrets" | "boundary" | "commands">,
): vscode.Disposable {
  const { secrets, boundary } = services;
  const provider = new SignedInAccounts(services);
  return vscode.Disposable.from(
    provider,
    vscode.authentication.registerAuthenticationProvider("artifacts", "Tuleap", provider, {
      supportsMultipleAccounts: true,
    }),
    secrets.onDidChange(() => boundary.start("tell accounts", () => provider.tell())),
  );
}
