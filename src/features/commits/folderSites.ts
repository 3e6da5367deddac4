// The site that a folder belongs to: from the setting, a remote, the only site, or the user's earlier choice.
import * as vscode from "vscode";
import { toDisplayLine } from "../../model/displayText.ts";
import type { Site } from "../../model/site.ts";
import { settingKeys } from "../../protocol/contributions.ts";
import type { Services } from "../../services.ts";
import { type RemoteUrl, parseRemoteUrl, listRemotes } from "../../store/commits/remotes.ts";
import { listGitSvnUrls } from "../../store/svn/svnUrls.ts";
import { showNotification } from "../../vscode/notifications.ts";
import { pickSite } from "../../vscode/prompts.ts";
import type { OpenRepository } from "./workspaceContext.ts";
import type { GitRepositories } from "./gitRepositories.ts";
import { findSiteByRemotes } from "./findSiteByRemotes.ts";

type SiteResolution =
  /** `isAssociated`: not only because there is no other site. */
  | { readonly kind: "site"; readonly site: Site; readonly isAssociated: boolean }
  /** The setting names a site that is not connected, so no other site is used. */
  | { readonly kind: "notConnected"; readonly label: string }
  | { readonly kind: "noSite" }
  | { readonly kind: "undecided"; readonly sites: readonly Site[] };

interface CachedRemotes {
  /** The remotes in the Git extension's state when git was run. */
  readonly extensionState: string;
  readonly urls: Promise<readonly RemoteUrl[]>;
}

export class FolderSites {
  readonly #services: Pick<Services, "sites" | "workspaceState" | "errorHandler" | "commands">;
  readonly #repositories: GitRepositories;
  readonly #onDidChangeEmitter = new vscode.EventEmitter<void>();
  /** The site of some folder may have changed. */
  readonly onDidChange = this.#onDidChangeEmitter.event;
  readonly #remotes = new Map<string, CachedRemotes>();
  readonly #listeners: vscode.Disposable;

  constructor(
    services: Pick<Services, "sites" | "workspaceState" | "errorHandler" | "commands">,
    repositories: GitRepositories,
  ) {
    this.#services = services;
    this.#repositories = repositories;
    this.#listeners = vscode.Disposable.from(
      this.#onDidChangeEmitter,
      vscode.workspace.onDidChangeConfiguration((change) => {
        const isAffected = [settingKeys.sites, settingKeys.folderSite].some((name) =>
          change.affectsConfiguration(name),
        );
        if (isAffected) this.#onDidChangeEmitter.fire();
      }),
      repositories.onDidChange(() => this.#onDidChangeEmitter.fire()),
      repositories.onDidChangeState((repository) => {
        const cached = this.#remotes.get(repository.key);
        if (cached !== undefined && cached.extensionState !== serializeRemotes(repository)) {
          this.#onDidChangeEmitter.fire();
        }
      }),
    );
  }

  async get(folder: vscode.Uri): Promise<Site | undefined> {
    const resolution = await this.#resolve(folder);
    return resolution.kind === "site" ? resolution.site : undefined;
  }

  /** Whether the setting, a remote, or the user's earlier choice names the site of the folder. */
  async isAssociated(folder: vscode.Uri): Promise<boolean> {
    const resolution = await this.#resolve(folder);
    return resolution.kind === "site" && resolution.isAssociated;
  }

  async getOrPick(folder: vscode.Uri): Promise<Site | undefined> {
    const resolution = await this.#resolve(folder);
    switch (resolution.kind) {
      case "site":
        return resolution.site;
      case "notConnected":
        this.#offerToConnect(
          vscode.l10n.t(
            "This folder is associated with the site {0}, but you aren't connected to it.",
            resolution.label,
          ),
        );
        return undefined;
      case "noSite":
        this.#offerToConnect(vscode.l10n.t("You aren't connected to any site."));
        return undefined;
      case "undecided":
        return this.#pickSite(folder, resolution.sites);
    }
  }

  dispose(): void {
    this.#listeners.dispose();
  }

  async #resolve(folder: vscode.Uri): Promise<SiteResolution> {
    const { workspaceState } = this.#services;
    const sites = this.#services.sites.list();
    const [onlySite] = sites;
    const label = readSiteLabel(folder);
    if (label !== "") {
      const named = sites.find((site) => site.label === label);
      return named === undefined
        ? { kind: "notConnected", label }
        : { kind: "site", site: named, isAssociated: true };
    }
    if (onlySite === undefined) return { kind: "noSite" };
    const repository = this.#repositories.findByUri(folder);
    const remotes = repository === undefined ? [] : await this.#getRemoteUrls(repository);
    const byRemote = findSiteByRemotes(sites, remotes);
    if (byRemote !== undefined) return { kind: "site", site: byRemote, isAssociated: true };
    const storedApi = workspaceState.get(getMementoKey(folder, repository));
    const storedSite = sites.find(({ api }) => api === storedApi);
    if (storedSite !== undefined) return { kind: "site", site: storedSite, isAssociated: true };
    return sites.length === 1
      ? { kind: "site", site: onlySite, isAssociated: false }
      : { kind: "undecided", sites };
  }

  #getRemoteUrls(repository: OpenRepository): Promise<readonly RemoteUrl[]> {
    const extensionState = serializeRemotes(repository);
    const cached = this.#remotes.get(repository.key);
    if (cached !== undefined && cached.extensionState === extensionState) return cached.urls;
    const urls = loadRemoteUrls(repository);
    this.#remotes.set(repository.key, { extensionState, urls });
    return urls;
  }

  async #pickSite(folder: vscode.Uri, sites: readonly Site[]): Promise<Site | undefined> {
    const picked = await pickSite(sites, {
      title: vscode.l10n.t("Site for This Folder"),
      placeHolder: vscode.l10n.t("Select the site that references and branches in this folder belong to"),
    });
    if (picked === undefined) return undefined;
    const repository = this.#repositories.findByUri(folder);
    await this.#services.workspaceState.update(getMementoKey(folder, repository), picked.api);
    this.#onDidChangeEmitter.fire();
    return picked;
  }

  #offerToConnect(text: string): void {
    const { errorHandler, commands } = this.#services;
    showNotification(errorHandler, "information", toDisplayLine(text), {
      label: vscode.l10n.t("Connect…"),
      run: () => commands.execute("artifacts.connect"),
    });
  }
}

/** Workspace settings may name a site, but only by the label in the user's settings. */
function readSiteLabel(folder: vscode.Uri): string {
  const label: unknown = vscode.workspace.getConfiguration(undefined, folder).get(settingKeys.folderSite);
  return typeof label === "string" ? label.trim() : "";
}

/** Git remotes come before those of git-svn. */
async function loadRemoteUrls({ cli }: OpenRepository): Promise<readonly RemoteUrl[]> {
  const [result, svnUrls] = await Promise.all([listRemotes(cli), listGitSvnUrls(cli)]);
  const remotes = result.kind === "remotes" ? result.remotes.map(({ url }) => url) : [];
  return [...remotes, ...svnUrls.flatMap((url) => parseRemoteUrl(url) ?? [])];
}

function serializeRemotes({ scm }: OpenRepository): string {
  return JSON.stringify(scm.state.remotes.map(({ name, fetchUrl }) => [name, fetchUrl]));
}

function getMementoKey(folder: vscode.Uri, repository: OpenRepository | undefined): string {
  const folderUri = repository?.root ?? vscode.workspace.getWorkspaceFolder(folder)?.uri ?? folder;
  return `folderSite ${folderUri.toString()}`;
}
