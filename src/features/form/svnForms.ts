// Forms of Subversion repositories: opening them, their texts, and the confirmation before all settings are replaced.
import * as vscode from "vscode";
import { toDisplayLine, escapeIcons } from "../../model/displayText.ts";
import { findProblemsByTarget } from "../../model/form/problems.ts";
import type { Project } from "../../model/project.ts";
import type { Site } from "../../model/site.ts";
import type { SvnRepositorySummary } from "../../model/svn.ts";
import { type SettingPreview, previewSettings, type SvnFormTexts } from "../../model/svnForm.ts";
import type { ProjectTarget, SvnRepositoryTarget } from "../../protocol/commandArguments.ts";
import type { Services } from "../../services.ts";
import type { FormSession } from "../../store/formSession.ts";
import type { SaveMode } from "../../store/saveOperation.ts";
import type { SvnRepositories } from "../../store/svn/svnRepositories.ts";
import { pickSite } from "../../vscode/prompts.ts";
import { pickProject, connectIfNoSite } from "./pickTracker.ts";
import type { FormPanels } from "./formPanels.ts";
import { formatSubjectName } from "./formHeading.ts";

interface SvnRepositoryItem extends vscode.QuickPickItem {
  readonly repository: Pick<SvnRepositorySummary, "id" | "name" | "address"> | undefined;
}

function toRepositoryItem(repository: SvnRepositorySummary): SvnRepositoryItem {
  const { id, name = "", address = "" } = repository;
  const displayName = toDisplayLine(name);
  return {
    label: escapeIcons(displayName === "" ? `#${id}` : displayName),
    description: escapeIcons(toDisplayLine(address)),
    repository,
  };
}

async function loadRepositoryItems(
  repositories: SvnRepositories,
  site: Site,
  project: Project,
): Promise<readonly SvnRepositoryItem[]> {
  const { list, isListedByServer } = repositories.forProject(site, project);
  await list.loadUntil(() => false);
  const repositoryItems = list.items.flatMap((item) =>
    item.kind === "svnRepository" ? [toRepositoryItem(item)] : [],
  );
  if (repositoryItems.length === 0 && list.lastFailure !== undefined) throw list.lastFailure.failure;
  // Servers that can't list repositories still accept their IDs.
  const enterIdItem = {
    label: vscode.l10n.t("$(symbol-number) Enter Repository ID…"),
    repository: undefined,
  };
  return isListedByServer() === true ? repositoryItems : [...repositoryItems, enterIdItem];
}

async function promptRepositoryId(title: string): Promise<number | undefined> {
  const typedId = await vscode.window.showInputBox({
    title,
    prompt: vscode.l10n.t("Enter the repository ID (shown in the URL of its page on the server)"),
    ignoreFocusOut: true,
    validateInput: (text) =>
      /^\s*[1-9]\d{0,14}\s*$/.test(text) || text.trim() === ""
        ? undefined
        : vscode.l10n.t("Enter a valid repository ID."),
  });
  const id = Number(typedId ?? "");
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

export async function pickSvnRepository(
  repositories: SvnRepositories,
  site: Site,
  project: Project,
  title: string,
): Promise<SvnRepositoryItem["repository"]> {
  const picked = await vscode.window.showQuickPick(loadRepositoryItems(repositories, site, project), {
    title,
    placeHolder: vscode.l10n.t("Select a repository"),
    matchOnDescription: true,
  });
  if (picked === undefined || picked.repository !== undefined) return picked?.repository;
  const id = await promptRepositoryId(title);
  return id === undefined ? undefined : { id, name: undefined, address: undefined };
}

export function getSvnFormTexts(): SvnFormTexts {
  return {
    fields: {
      name: {
        label: vscode.l10n.t("Name"),
      },
      isReferenceMandatory: {
        label: vscode.l10n.t("Reference in commit messages"),
        description: vscode.l10n.t("Controls whether commits must mention an artifact."),
        yesLabel: vscode.l10n.t("Required"),
        noLabel: vscode.l10n.t("Optional"),
      },
      isMessageChangeAllowed: {
        label: vscode.l10n.t("Changing commit messages"),
        description: vscode.l10n.t("Controls whether commit messages can be changed later."),
        yesLabel: vscode.l10n.t("Allowed"),
        noLabel: vscode.l10n.t("Not allowed"),
      },
      immutablePaths: {
        label: vscode.l10n.t("Immutable paths"),
        description: vscode.l10n.t("Files under these paths can be added, but not changed or deleted."),
        emptyLabel: vscode.l10n.t("No immutable paths"),
      },
      allowedPaths: {
        label: vscode.l10n.t("Exceptions"),
        description: vscode.l10n.t("Paths that can still be changed."),
        emptyLabel: vscode.l10n.t("No exceptions"),
      },
      accessFile: {
        label: vscode.l10n.t("Access file"),
        description: vscode.l10n.t("Read and write permissions, in Subversion access file syntax."),
        emptyLabel: vscode.l10n.t("Empty access file"),
      },
      notifications: {
        label: vscode.l10n.t("Notifications"),
        emptyLabel: vscode.l10n.t("No notifications"),
      },
      hasDefaultPermissions: {
        label: vscode.l10n.t("Default permissions"),
        description: vscode.l10n.t(
          "Controls whether the default permissions are included before the access file.",
        ),
        yesLabel: vscode.l10n.t("Included"),
        noLabel: vscode.l10n.t("Not included"),
      },
      layout: {
        label: vscode.l10n.t("Folders"),
        description: vscode.l10n.t("Folders to create in the new repository."),
      },
    },
    hiddenSettings: vscode.l10n.t("Only administrators can see these settings."),
    sections: {
      commitRules: vscode.l10n.t("Commit rules"),
      immutableTags: vscode.l10n.t("Immutable tags"),
      access: vscode.l10n.t("Access"),
      notifications: vscode.l10n.t("Email notifications"),
      layout: vscode.l10n.t("Initial folders"),
      others: vscode.l10n.t("Other settings"),
    },
  };
}

const indent = "    ";

function formatReplacedValue({
  label,
  lines: [firstLine = vscode.l10n.t("(empty)"), ...otherLines],
  moreLines,
}: SettingPreview): string[] {
  if (otherLines.length === 0) return [vscode.l10n.t("{0}: {1}", label, firstLine)];
  const moreLine = moreLines === 0 ? [] : [vscode.l10n.t("… and {0} more lines", moreLines)];
  return [
    vscode.l10n.t("{0}:", label),
    ...[firstLine, ...otherLines, ...moreLine].map((displayName) => indent + displayName),
  ];
}

/**
 * Asks before settings that can't be read are replaced; `undefined` if the user cancels. Incomplete forms aren't asked
 * about, since they can't be saved anyway.
 */
export async function confirmSvnSettingsReplacement(
  session: FormSession,
  mode: SaveMode,
): Promise<SaveMode | undefined> {
  const { base, draft, formDraft } = session;
  const areSettingsUnreadable = base?.form.isBlind === true && session.subject.kind === "svn";
  if (
    !areSettingsUnreadable ||
    base.form.isReadOnly === true ||
    !formDraft.hasEdits ||
    findProblemsByTarget(base.form, draft).size > 0
  ) {
    return mode;
  }
  const lines = previewSettings(base.form, draft).flatMap(formatReplacedValue);
  const replace = vscode.l10n.t("Replace");
  const choice = await vscode.window.showWarningMessage(
    vscode.l10n.t("Replace all settings of {0}?", formatSubjectName(session)),
    {
      modal: true,
      detail: [
        vscode.l10n.t("The current settings can't be read from the server. They will be replaced with:"),
        "",
        ...lines,
      ].join("\n"),
    },
    replace,
  );
  return choice === replace ? "overwrite" : undefined;
}

interface SiteProject {
  readonly site: Site;
  readonly project: Project;
}

export class SvnFormOpener {
  readonly #services: Services;
  readonly #panels: FormPanels;

  constructor(services: Services, panels: FormPanels) {
    this.#services = services;
    this.#panels = panels;
  }

  async openRepository(target: SvnRepositoryTarget | undefined): Promise<void> {
    const { sites } = this.#services;
    if (await connectIfNoSite(this.#services)) return;
    const repository = target ?? (await this.#pickRepository());
    const site = repository === undefined ? undefined : sites.find(repository.siteApi);
    if (repository === undefined || site === undefined) return;
    const { siteApi, repositoryId, projectId, name, url } = repository;
    const accountId = await this.#accountId(site);
    const subject = { kind: "svn", siteApi, accountId, repositoryId, projectId } as const;
    this.#panels.open(site, subject, { repository: { name, address: url } });
  }

  async openNewRepository(target: ProjectTarget | undefined): Promise<void> {
    const { sites } = this.#services;
    if (await connectIfNoSite(this.#services)) return;
    const site = target === undefined ? undefined : sites.find(target.siteApi);
    if (target !== undefined && site !== undefined) return this.#open(site, target.projectId);
    const siteProject = await this.#pickProject(vscode.l10n.t("New Subversion Repository"));
    if (siteProject !== undefined) await this.#open(siteProject.site, siteProject.project.id);
  }

  async #open(site: Site, projectId: number): Promise<void> {
    const accountId = await this.#accountId(site);
    const key = crypto.randomUUID();
    this.#panels.open(site, { kind: "newSvn", siteApi: site.api, accountId, projectId, key });
  }

  async #pickRepository(): Promise<SvnRepositoryTarget | undefined> {
    const title = vscode.l10n.t("Edit Subversion Settings");
    const siteProject = await this.#pickProject(title);
    if (siteProject === undefined) return undefined;
    const { site, project } = siteProject;
    const repository = await pickSvnRepository(await this.#services.svnRepositories(), site, project, title);
    if (repository === undefined) return undefined;
    const { id: repositoryId, name, address: url } = repository;
    return { siteApi: site.api, projectId: project.id, repositoryId, name, url };
  }

  async #pickProject(title: string): Promise<SiteProject | undefined> {
    const { sites, catalog } = this.#services;
    const site = await pickSite(sites.list(), { title });
    if (site === undefined) return undefined;
    const project = await pickProject(catalog, site, title, ({ resources }) =>
      resources.some(({ type }) => type === "svn"),
    );
    return project && { site, project };
  }

  async #accountId(site: Site): Promise<string | undefined> {
    return (await this.#services.catalog.getSite(site).getAccount())?.id;
  }
}
