// Forms of Subversion repositories: opening one, its texts, and the question before all settings are replaced.
import * as vscode from "vscode";
import { oneLine, withoutIcons } from "../../model/displayText.ts";
import { problemsOf } from "../../model/form/problems.ts";
import type { Project } from "../../model/project.ts";
import type { Site } from "../../model/site.ts";
import type { SvnSummary } from "../../model/svn.ts";
import { type ReplacedValue, replacementIn, type SvnWords } from "../../model/svnForm.ts";
import type { ProjectTarget, SvnRepositoryTarget } from "../../protocol/commands.ts";
import type { Services } from "../../services.ts";
import type { Editing } from "../../store/editing.ts";
import type { SaveWay } from "../../store/submission.ts";
import type { SvnRepositories } from "../../store/svn/repositories.ts";
import { pickSite } from "../../vscode/prompts.ts";
import { askProject, hasNoSite } from "./askTracker.ts";
import type { FormPanels } from "./formPanels.ts";
import { subjectName } from "./heading.ts";

// Which repository is meant, where no row of the tree says it. A server that can't list them knows them by number all
// the same.

interface RepositoryItem extends vscode.QuickPickItem {
  readonly repository: Pick<SvnSummary, "id" | "name" | "address"> | undefined;
}

function itemOf(repository: SvnSummary): RepositoryItem {
  const { id, name = "", address = "" } = repository;
  const line = oneLine(name);
  return {
    label: withoutIcons(line === "" ? `#${id}` : line),
    description: withoutIcons(oneLine(address)),
    repository,
  };
}

async function rowsOf(
  repositories: SvnRepositories,
  site: Site,
  project: Project,
): Promise<readonly RepositoryItem[]> {
  const { listing, isTold } = repositories.of(site, project);
  await listing.loadUntil(() => false);
  const known = listing.items.flatMap((item) => (item.kind === "svnRepository" ? [itemOf(item)] : []));
  if (known.length === 0 && listing.trouble !== undefined) throw listing.trouble.failure;
  const byNumber = {
    label: vscode.l10n.t("$(symbol-number) Another One, by Its Number…"),
    repository: undefined,
  };
  return isTold() === true ? known : [...known, byNumber];
}

async function askNumber(title: string): Promise<number | undefined> {
  const typed = await vscode.window.showInputBox({
    title,
    prompt: vscode.l10n.t("The number of the repository, which the server's pages show in their address."),
    ignoreFocusOut: true,
    validateInput: (text) =>
      /^\s*[1-9]\d{0,14}\s*$/.test(text) || text.trim() === ""
        ? undefined
        : vscode.l10n.t("This is no number of a repository."),
  });
  const id = Number(typed ?? "");
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

export async function askRepository(
  repositories: SvnRepositories,
  site: Site,
  project: Project,
  title: string,
): Promise<RepositoryItem["repository"]> {
  const picked = await vscode.window.showQuickPick(rowsOf(repositories, site, project), {
    title,
    placeHolder: vscode.l10n.t("Which repository?"),
    matchOnDescription: true,
  });
  if (picked === undefined || picked.repository !== undefined) return picked?.repository;
  const id = await askNumber(title);
  return id === undefined ? undefined : { id, name: undefined, address: undefined };
}

// What the settings of a Subversion repository are called.

export function svnWords(): SvnWords {
  return {
    fields: {
      name: {
        label: vscode.l10n.t("Name"),
      },
      isReferenceMandatory: {
        label: vscode.l10n.t("Reference in commit messages"),
        description: vscode.l10n.t("Whether a commit has to mention an artifact."),
        yes: vscode.l10n.t("Mandatory"),
        no: vscode.l10n.t("Not needed"),
      },
      isMessageChangeAllowed: {
        label: vscode.l10n.t("Changing commit messages"),
        description: vscode.l10n.t("Whether the message of a commit can be changed later."),
        yes: vscode.l10n.t("Allowed"),
        no: vscode.l10n.t("Not allowed"),
      },
      immutablePaths: {
        label: vscode.l10n.t("Immutable paths"),
        description: vscode.l10n.t("What lies below them can be added, but neither changed nor removed."),
        blank: vscode.l10n.t("No immutable paths"),
      },
      allowedPaths: {
        label: vscode.l10n.t("Exceptions"),
        description: vscode.l10n.t("Paths that can be changed all the same."),
        blank: vscode.l10n.t("No exceptions"),
      },
      accessFile: {
        label: vscode.l10n.t("Access file"),
        description: vscode.l10n.t("Who may read and write what, in the words of Subversion."),
        blank: vscode.l10n.t("Empty access file"),
      },
      notifications: {
        label: vscode.l10n.t("Notifications"),
        blank: vscode.l10n.t("Nobody is told"),
      },
      hasDefaultPermissions: {
        label: vscode.l10n.t("Default permissions"),
        description: vscode.l10n.t("Whether the server's own rules come before the access file."),
        yes: vscode.l10n.t("Included"),
        no: vscode.l10n.t("Left out"),
      },
      layout: {
        label: vscode.l10n.t("Folders"),
        description: vscode.l10n.t("Folders to begin with."),
      },
    },
    hidden: vscode.l10n.t("Only administrators see this."),
    sections: {
      commitRules: vscode.l10n.t("Commit rules"),
      immutableTags: vscode.l10n.t("Immutable tags"),
      access: vscode.l10n.t("Access"),
      notifications: vscode.l10n.t("E-mail"),
      layout: vscode.l10n.t("First folders"),
      others: vscode.l10n.t("Other settings"),
    },
  };
}

// Settings that can't be read are replaced unseen: before that the person sees what will stand there.

const indent = "    ";

function shown({
  label,
  lines: [first = vscode.l10n.t("nothing"), ...others],
  left,
}: ReplacedValue): string[] {
  if (others.length === 0) return [vscode.l10n.t("{0}: {1}", label, first)];
  const more = left === 0 ? [] : [vscode.l10n.t("Lines not shown here: {0}", left)];
  return [vscode.l10n.t("{0}:", label), ...[first, ...others, ...more].map((line) => indent + line)];
}

/** Undefined where the person turns away. What is not complete yet is sent back to the form anyway, and needs no question. */
export async function confirmedWay(editing: Editing, way: SaveWay): Promise<SaveWay | undefined> {
  const { base, draft, working } = editing;
  const isBlind = base?.form.isBlind === true && editing.subject.kind === "svn";
  if (
    !isBlind ||
    base.form.isReadOnly === true ||
    !working.hasUnsent ||
    problemsOf(base.form, draft).size > 0
  ) {
    return way;
  }
  const lines = replacementIn(base.form, draft).flatMap(shown);
  const replace = vscode.l10n.t("Replace");
  const choice = await vscode.window.showWarningMessage(
    vscode.l10n.t("Replace all settings of {0}?", subjectName(editing)),
    {
      modal: true,
      detail: [
        vscode.l10n.t("What it has now can't be read from here. It is replaced by:"),
        "",
        ...lines,
      ].join("\n"),
    },
    replace,
  );
  return choice === replace ? "overwrite" : undefined;
}

// The ways into the form of a Subversion repository: one that is there, and one yet to be made.

interface Place {
  readonly site: Site;
  readonly project: Project;
}

export class SvnOpening {
  readonly #services: Services;
  readonly #panels: FormPanels;

  constructor(services: Services, panels: FormPanels) {
    this.#services = services;
    this.#panels = panels;
  }

  async repository(target: SvnRepositoryTarget | undefined): Promise<void> {
    const { sites } = this.#services;
    if (await hasNoSite(this.#services)) return;
    const meant = target ?? (await this.#askRepository());
    const site = meant === undefined ? undefined : sites.find(meant.siteApi);
    if (meant === undefined || site === undefined) return;
    const { siteApi, repositoryId, projectId, name, address } = meant;
    const accountId = await this.#accountId(site);
    const subject = { kind: "svn", siteApi, accountId, repositoryId, projectId } as const;
    this.#panels.open(site, subject, { repository: { name, address } });
  }

  async fresh(target: ProjectTarget | undefined): Promise<void> {
    const { sites } = this.#services;
    if (await hasNoSite(this.#services)) return;
    const site = target === undefined ? undefined : sites.find(target.siteApi);
    if (target !== undefined && site !== undefined) return this.#open(site, target.projectId);
    const place = await this.#ask(vscode.l10n.t("New Subversion Repository"));
    if (place !== undefined) await this.#open(place.site, place.project.id);
  }

  async #open(site: Site, projectId: number): Promise<void> {
    const accountId = await this.#accountId(site);
    const key = crypto.randomUUID();
    this.#panels.open(site, { kind: "newSvn", siteApi: site.api, accountId, projectId, key });
  }

  async #askRepository(): Promise<SvnRepositoryTarget | undefined> {
    const title = vscode.l10n.t("Subversion Settings");
    const place = await this.#ask(title);
    if (place === undefined) return undefined;
    const { site, project } = place;
    const repository = await askRepository(await this.#services.repositories(), site, project, title);
    if (repository === undefined) return undefined;
    const { id: repositoryId, name, address } = repository;
    return { siteApi: site.api, projectId: project.id, repositoryId, name, address };
  }

  async #ask(title: string): Promise<Place | undefined> {
    const { sites, catalog } = this.#services;
    const site = await pickSite(sites.list(), { title });
    if (site === undefined) return undefined;
    const project = await askProject(catalog, site, title, ({ resources }) =>
      resources.some(({ type }) => type === "svn"),
    );
    return project && { site, project };
  }

  async #accountId(site: Site): Promise<string | undefined> {
    return (await this.#services.catalog.of(site).account())?.id;
  }
}
