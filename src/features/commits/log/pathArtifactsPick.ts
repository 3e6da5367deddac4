// The command Find Artifacts in History: the artifacts that commits of a file or folder mention, as they are found.
import * as vscode from "vscode";
import { escapeIcons, escapeLinks, toDisplayLine } from "../../../model/displayText.ts";
import { groupBy } from "../../../model/groupBy.ts";
import type { Site } from "../../../model/site.ts";
import type { ArtifactTarget, UriLike } from "../../../protocol/commandArguments.ts";
import { toRepositoryPath } from "../../../store/commits/git.ts";
import {
  findArtifactsOfPath,
  type PathArtifact,
  type PathArtifacts,
  type SearchedPath,
} from "../../../store/commits/pathArtifacts.ts";
import type { ReferencedArtifact, ResolvedReference } from "../../../store/references/referenceCache.ts";
import { resolveInBatches } from "../../../store/references/resolveInBatches.ts";
import { formatDateTime } from "../../../vscode/dates.ts";
import { failureText } from "../../../vscode/failureText.ts";
import type { CommitsContext } from "../commitsContext.ts";
import { getRepositoryName } from "../pickRepository.ts";
import type { OpenRepository } from "../workspaceContext.ts";
import { createTableSource } from "./artifactTable.ts";
import { formatCommitDetail, formatGitFailure, formatOmittedArtifacts, shortHash } from "./commitText.ts";
import { getReferenceFinder } from "./workspaceCommitSearch.ts";

/** Twice as long after each update, because long lists take time to show. */
const firstUpdateIntervalMs = 300;
/** While commits are read. Showing thousands of rows each time takes longer than finding them. */
const maxRowsWhileSearching = 200;

interface ArtifactItem extends vscode.QuickPickItem {
  /** Undefined for separators. */
  readonly found?: PathArtifact;
  readonly reference?: ResolvedReference | undefined;
}

interface SearchSubject {
  readonly repository: OpenRepository;
  readonly site: Site;
  readonly searched: SearchedPath;
  /** The name of the file or folder. */
  readonly name: string;
}

function getArtifact(reference: ResolvedReference | undefined): ReferencedArtifact | undefined {
  return reference?.kind === "artifact" ? reference : undefined;
}

class PathArtifactsPick {
  readonly #context: CommitsContext;
  readonly #subject: SearchSubject;
  readonly #box = vscode.window.createQuickPick<ArtifactItem>();
  readonly #hidden = new AbortController();
  readonly #openAsTable: vscode.QuickInputButton = {
    iconPath: new vscode.ThemeIcon("table"),
    tooltip: vscode.l10n.t("Open as Table"),
  };
  readonly #openAsBoard: vscode.QuickInputButton = {
    iconPath: new vscode.ThemeIcon("editor-layout"),
    tooltip: vscode.l10n.t("Open as Board"),
  };
  readonly #showCommits: vscode.QuickInputButton = {
    iconPath: new vscode.ThemeIcon("git-commit"),
    tooltip: vscode.l10n.t("Show Commits"),
  };
  #found: PathArtifacts = { kind: "artifacts", artifacts: [], commitCount: 0, hasMoreArtifacts: false };
  /** Why the history couldn't be read to its start. */
  #gitFailure: string | undefined;
  #references: ReadonlyMap<number, ResolvedReference> = new Map();
  /** By artifact. Most stay the same when the list is rendered again. */
  readonly #items = new Map<number, ArtifactItem>();

  constructor(context: CommitsContext, subject: SearchSubject) {
    this.#context = context;
    this.#subject = subject;
    const box = this.#box;
    box.title = vscode.l10n.t("Artifacts in the History of {0}", toDisplayLine(subject.name, 80));
    box.placeholder = vscode.l10n.t("Searching commits…");
    box.matchOnDescription = true;
    box.matchOnDetail = true;
    box.keepScrollPosition = true;
    const run = (name: string, action: () => unknown): void =>
      context.errorHandler.runInBackground(name, action);
    box.onDidHide(() => {
      this.#hidden.abort();
      box.dispose();
    });
    box.onDidAccept(() => run("open artifact", () => this.#open()));
    box.onDidTriggerButton((button) =>
      run("open artifacts", () => this.#openAll(button === this.#openAsBoard ? "board" : "table")),
    );
    box.onDidTriggerItemButton(({ item }) => run("show commits", () => this.#pickCommit(item)));
  }

  async show(): Promise<void> {
    const box = this.#box;
    box.busy = true;
    box.show();
    const { repository, site, searched } = this.#subject;
    const { workspace, referenceCache } = this.#context;
    const { signal } = this.#hidden;
    const find = getReferenceFinder(workspace.getGrammar(site));
    for await (const step of findArtifactsOfPath(repository.cli, searched, find, { signal })) {
      if (signal.aborted) return;
      if (step.kind === "artifacts") {
        this.#found = step;
        this.#render(step.artifacts.slice(0, maxRowsWhileSearching));
      } else this.#gitFailure = formatGitFailure(step, getRepositoryName(repository));
    }
    if (signal.aborted) return;
    const { artifacts } = this.#found;
    if (this.#gitFailure !== undefined && artifacts.length === 0) {
      void vscode.window.showErrorMessage(this.#gitFailure);
      box.hide();
      return;
    }
    // Before, they would open only some of the artifacts.
    if (artifacts.length > 0) box.buttons = [this.#openAsTable, this.#openAsBoard];
    if (artifacts.length > maxRowsWhileSearching) this.#render();
    box.placeholder = vscode.l10n.t("Loading artifacts…");
    const ids = artifacts.map(({ artifactId }) => artifactId);
    let renderedAt = performance.now();
    let intervalMs = firstUpdateIntervalMs;
    for await (const references of resolveInBatches(referenceCache, site, ids, signal)) {
      this.#references = references;
      if (performance.now() - renderedAt < intervalMs) continue;
      this.#render();
      renderedAt = performance.now();
      intervalMs *= 2;
    }
    box.busy = false;
    box.placeholder = this.#describeResult();
    box.prompt = this.#describeProblems();
    this.#render();
  }

  #describeResult(): string {
    const { artifacts, commitCount } = this.#found;
    if (artifacts.length > 0) return vscode.l10n.t("Select an artifact to open");
    if (commitCount === 0) return vscode.l10n.t("No commits found.");
    return commitCount === 1
      ? vscode.l10n.t("The only commit doesn't mention an artifact.")
      : vscode.l10n.t("None of the {0} commits mentions an artifact.", commitCount);
  }

  /** Why artifacts or their titles are missing. */
  #describeProblems(): string | undefined {
    const failed = [...this.#references.values()].find((reference) => reference.kind === "unknown");
    const problems = [
      ...(this.#gitFailure === undefined ? [] : [this.#gitFailure]),
      ...(this.#found.hasMoreArtifacts ? [formatOmittedArtifacts()] : []),
      ...(failed === undefined ? [] : [failureText(failed.failure, this.#subject.site.label)]),
    ];
    return problems.length === 0 ? undefined : escapeLinks(problems.join(" "));
  }

  /** Open artifacts first, each group by the last commit. */
  #render(artifacts = this.#found.artifacts): void {
    const groups = groupBy(
      artifacts,
      ({ artifactId }) => getArtifact(this.#references.get(artifactId))?.isOpen,
    );
    const hasSeparators = groups.size > 1;
    const active = this.#box.activeItems[0]?.found?.artifactId;
    const items = [
      { isOpen: true, label: vscode.l10n.t("open") },
      { isOpen: false, label: vscode.l10n.t("closed") },
      // They can't be read, or have no status.
      { isOpen: undefined, label: vscode.l10n.t("other") },
    ].flatMap(({ isOpen, label }): readonly ArtifactItem[] => {
      const group = groups.get(isOpen) ?? [];
      const separators = hasSeparators && group.length > 0 ? [createSeparator(label)] : [];
      return [...separators, ...group.map((found) => this.#getItem(found))];
    });
    this.#box.items = items;
    const activeItem = items.find(({ found }) => found !== undefined && found.artifactId === active);
    if (activeItem !== undefined) this.#box.activeItems = [activeItem];
  }

  #getItem(found: PathArtifact): ArtifactItem {
    const reference = this.#references.get(found.artifactId);
    const known = this.#items.get(found.artifactId);
    const isCurrent = known?.found?.commitCount === found.commitCount && known.reference === reference;
    if (known !== undefined && isCurrent) return known;
    const item = this.#createItem(found, reference);
    this.#items.set(found.artifactId, item);
    return item;
  }

  #createItem(found: PathArtifact, reference: ResolvedReference | undefined): ArtifactItem {
    const { artifactId, commitCount, commits } = found;
    const artifact = getArtifact(reference);
    const title = toDisplayLine(artifact?.title ?? "");
    const count = commitCount === 1 ? vscode.l10n.t("1 commit") : vscode.l10n.t("{0} commits", commitCount);
    return {
      label: escapeIcons(`#${artifactId} ${title}`.trim()),
      description: escapeIcons(toDisplayLine(artifact?.status ?? "")),
      detail: [count, formatDateTime(commits[0]?.authoredAt)]
        .filter((part) => part !== undefined)
        .join(" · "),
      buttons: [this.#showCommits],
      found,
      reference,
    };
  }

  #toTarget({ artifactId }: PathArtifact): ArtifactTarget {
    const artifact = getArtifact(this.#references.get(artifactId));
    return {
      siteApi: this.#subject.site.api,
      artifactId,
      trackerId: artifact?.trackerId,
      page: artifact?.page,
    };
  }

  async #open(): Promise<void> {
    const [item] = this.#box.selectedItems;
    if (item?.found === undefined) return;
    const target = this.#toTarget(item.found);
    this.#box.hide();
    await this.#context.commands.execute("artifacts.openArtifact", target);
  }

  async #openAll(view: "table" | "board"): Promise<void> {
    const ids = this.#found.artifacts.map(({ artifactId }) => artifactId);
    const source = createTableSource(this.#subject.site, ids, this.#references);
    this.#box.hide();
    await this.#context.commands.execute(
      view === "board" ? "artifacts.openBoard" : "artifacts.openTable",
      source,
    );
  }

  async #pickCommit({ found }: ArtifactItem): Promise<void> {
    if (found === undefined) return;
    const { repository } = this.#subject;
    const { artifactId, commits, commitCount } = found;
    this.#box.hide();
    const picked = await vscode.window.showQuickPick(
      commits.map((commit) => ({
        // An empty subject would hide the row.
        label: escapeIcons(toDisplayLine(commit.subject) || shortHash(commit.hash)),
        detail: escapeIcons(formatCommitDetail(commit)),
        hash: commit.hash,
      })),
      {
        title: vscode.l10n.t("Commits of #{0}", artifactId),
        placeHolder:
          commits.length < commitCount
            ? vscode.l10n.t("Showing the newest {0} of {1} commits", commits.length, commitCount)
            : vscode.l10n.t("Select a commit to open"),
        matchOnDetail: true,
      },
    );
    if (picked === undefined) return;
    await this.#context.commands.execute("artifacts.openCommit", {
      repository: repository.key,
      hash: picked.hash,
    });
  }
}

function createSeparator(label: string): ArtifactItem {
  return { label, kind: vscode.QuickPickItemKind.Separator };
}

/** Older versions of a file belong to the file. */
function toFileUri(resource: UriLike | undefined): vscode.Uri | undefined {
  const uri =
    resource === undefined ? vscode.window.activeTextEditor?.document.uri : vscode.Uri.from(resource);
  if (uri === undefined) return undefined;
  return uri.scheme === "file" || uri.scheme === "git" ? vscode.Uri.file(uri.fsPath) : undefined;
}

async function isFile(uri: vscode.Uri): Promise<boolean> {
  try {
    return (await vscode.workspace.fs.stat(uri)).type !== vscode.FileType.Directory;
  } catch {
    // It was deleted, but still has a history.
    return true;
  }
}

/** Of a file or folder of the explorer, or of the active editor. */
export async function findArtifactsInHistory(
  context: CommitsContext,
  resource: UriLike | undefined,
): Promise<void> {
  const { workspace } = context;
  const uri = toFileUri(resource);
  const repository = uri && workspace.findRepository(uri);
  if (uri === undefined || repository === undefined) {
    const text = vscode.workspace.isTrusted
      ? vscode.l10n.t("Open or select a file of a Git repository first.")
      : vscode.l10n.t("Git features are disabled in Restricted Mode. Trust this workspace to use them.");
    void vscode.window.showInformationMessage(escapeLinks(text));
    return;
  }
  const site = await workspace.getOrPickSite(repository.root);
  if (site === undefined) return;
  const path = toRepositoryPath(repository.cli, uri.fsPath);
  const name = path === "" ? getRepositoryName(repository) : (path.split("/").at(-1) ?? path);
  const searched = { path, isFile: await isFile(uri) };
  await new PathArtifactsPick(context, { repository, site, searched, name }).show();
}
