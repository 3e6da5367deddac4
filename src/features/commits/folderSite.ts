// The site that a folder's references and branches are about: by setting, by a remote, because it is the only one, or because
// the person said so once.
import * as vscode from "vscode";
import { oneLine } from "../../model/displayText.ts";
import type { Site } from "../../model/site.ts";
import { settings } from "../../protocol/contributions.ts";
import type { Services } from "../../services.ts";
import { type RemoteAddress, remoteAddress, remotesOf } from "../../store/commits/remotes.ts";
import { gitSvnAddresses } from "../../store/svn/workingCopy.ts";
import { notify } from "../../vscode/notifications.ts";
import { pickSite } from "../../vscode/prompts.ts";
import type { OpenRepository } from "./folderContext.ts";
import type { Repositories } from "./repositories.ts";
import { siteOfRemotes } from "./siteOfRemotes.ts";

type Told =
  | { readonly kind: "site"; readonly site: Site }
  /** The setting names one that is not connected: no other one is meant, then. */
  | { readonly kind: "notConnected"; readonly label: string }
  | { readonly kind: "noSite" }
  | { readonly kind: "open"; readonly sites: readonly Site[] };

interface KnownRemotes {
  /** What the git extension said of the remotes when git was asked. */
  readonly state: string;
  readonly addresses: Promise<readonly RemoteAddress[]>;
}

export class FolderSites {
  readonly #services: Pick<Services, "sites" | "memory" | "boundary" | "commands">;
  readonly #repositories: Repositories;
  readonly #changed = new vscode.EventEmitter<void>();
  /** Another site may be meant in some folder by now. */
  readonly changed = this.#changed.event;
  readonly #remotes = new Map<string, KnownRemotes>();
  readonly #listening: vscode.Disposable;

  constructor(
    services: Pick<Services, "sites" | "memory" | "boundary" | "commands">,
    repositories: Repositories,
  ) {
    this.#services = services;
    this.#repositories = repositories;
    this.#listening = vscode.Disposable.from(
      this.#changed,
      vscode.workspace.onDidChangeConfiguration((change) => {
        const isMeant = [settings.sites, settings.folderSite].some((name) =>
          change.affectsConfiguration(name),
        );
        if (isMeant) this.#changed.fire();
      }),
      repositories.changed(() => this.#changed.fire()),
      repositories.stateChanged((repository) => {
        const known = this.#remotes.get(repository.key);
        if (known !== undefined && known.state !== stateOf(repository)) this.#changed.fire();
      }),
    );
  }

  async of(folder: vscode.Uri): Promise<Site | undefined> {
    const told = await this.#told(folder);
    return told.kind === "site" ? told.site : undefined;
  }

  async ask(folder: vscode.Uri): Promise<Site | undefined> {
    const told = await this.#told(folder);
    switch (told.kind) {
      case "site":
        return told.site;
      case "notConnected":
        this.#offerToConnect(
          vscode.l10n.t("This folder is about the site {0}, which you are not connected to.", told.label),
        );
        return undefined;
      case "noSite":
        this.#offerToConnect(vscode.l10n.t("You are not connected to a site yet."));
        return undefined;
      case "open":
        return this.#choose(folder, told.sites);
    }
  }

  dispose(): void {
    this.#listening.dispose();
  }

  async #told(folder: vscode.Uri): Promise<Told> {
    const { memory } = this.#services;
    const sites = this.#services.sites.list();
    const [only] = sites;
    const label = labelFor(folder);
    if (label !== "") {
      const named = sites.find((site) => site.label === label);
      return named === undefined ? { kind: "notConnected", label } : { kind: "site", site: named };
    }
    if (only === undefined) return { kind: "noSite" };
    const repository = this.#repositories.holding(folder);
    const remotes = repository === undefined ? [] : await this.#remotesOf(repository);
    const byRemote = siteOfRemotes(sites, remotes);
    if (byRemote !== undefined) return { kind: "site", site: byRemote };
    if (sites.length === 1) return { kind: "site", site: only };
    const kept = memory.get(memoryKey(folder, repository));
    const remembered = sites.find(({ api }) => api === kept);
    return remembered === undefined ? { kind: "open", sites } : { kind: "site", site: remembered };
  }

  #remotesOf(repository: OpenRepository): Promise<readonly RemoteAddress[]> {
    const state = stateOf(repository);
    const known = this.#remotes.get(repository.key);
    if (known !== undefined && known.state === state) return known.addresses;
    const addresses = addressesOf(repository);
    this.#remotes.set(repository.key, { state, addresses });
    return addresses;
  }

  async #choose(folder: vscode.Uri, sites: readonly Site[]): Promise<Site | undefined> {
    const picked = await pickSite(sites, {
      title: vscode.l10n.t("Site of This Folder"),
      placeHolder: vscode.l10n.t("Which site are references and branches in this folder about?"),
    });
    if (picked === undefined) return undefined;
    const repository = this.#repositories.holding(folder);
    await this.#services.memory.update(memoryKey(folder, repository), picked.api);
    this.#changed.fire();
    return picked;
  }

  #offerToConnect(text: string): void {
    const { boundary, commands } = this.#services;
    notify(boundary, "information", oneLine(text), {
      label: vscode.l10n.t("Connect…"),
      run: () => commands.run("artifacts.connect"),
    });
  }
}

/** A workspace may name one, but only by the label that the person gave it. */
function labelFor(folder: vscode.Uri): string {
  const label: unknown = vscode.workspace.getConfiguration(undefined, folder).get(settings.folderSite);
  return typeof label === "string" ? label.trim() : "";
}

/** Git's remotes come before those of git-svn, which it has no name for. */
async function addressesOf({ asked }: OpenRepository): Promise<readonly RemoteAddress[]> {
  const [told, svn] = await Promise.all([remotesOf(asked), gitSvnAddresses(asked)]);
  const remotes = told.kind === "remotes" ? told.remotes.map(({ address }) => address) : [];
  return [...remotes, ...svn.flatMap((url) => remoteAddress(url) ?? [])];
}

function stateOf({ git }: OpenRepository): string {
  return JSON.stringify(git.state.remotes.map(({ name, fetchUrl }) => [name, fetchUrl]));
}

function memoryKey(folder: vscode.Uri, repository: OpenRepository | undefined): string {
  const place = repository?.root ?? vscode.workspace.getWorkspaceFolder(folder)?.uri ?? folder;
  return `folderSite ${place.toString()}`;
}
