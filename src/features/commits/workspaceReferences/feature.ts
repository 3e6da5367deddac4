// The References view: every reference in the files of the workspace, by artifact. Files are searched when it is first
// shown, or when its command is run.
import * as vscode from "vscode";
import { escapeIcons, toDisplayLine } from "../../../model/displayText.ts";
import type { Site } from "../../../model/site.ts";
import type { ArtifactTarget } from "../../../protocol/commandArguments.ts";
import type { ContextKeyTypes } from "../../../protocol/contributions.ts";
import type { ResolvedReference } from "../../../store/references/referenceCache.ts";
import {
  areSameReferences,
  type ArtifactFileReferences,
  type FileReference,
} from "../../../store/references/referenceIndex.ts";
import { setContext } from "../../../vscode/commandRegistry.ts";
import { withProgress } from "../../../vscode/notifications.ts";
import type { CommitsContext } from "../commitsContext.ts";
import {
  createFileReferenceRow,
  createReferencedArtifactRow,
  formatFilePosition,
  openFileReference,
  type ReferenceRow,
} from "./referenceRows.ts";
import { WorkspaceIndex } from "./workspaceIndex.ts";
import { usedStateKey } from "./watchWhenUsed.ts";

const viewId = "artifacts.references";
/** Limits requests; other artifacts are loaded when their rows are expanded. */
const maxLoadedPerSite = 500;

export interface WorkspaceReferencesFeature extends vscode.Disposable {
  getRows(parent: ReferenceRow | undefined): ReferenceRow[];
  /** Shows the view, or the references to an artifact. */
  find(artifact: ArtifactTarget | undefined): Promise<void>;
  refresh(): Promise<void>;
  cancel(): void;
  /** Calls back with the references to an artifact if there are any, and whenever they change. */
  watch(
    artifact: ArtifactTarget,
    onFound: (references: readonly FileReference[]) => void,
  ): { dispose(): void };
}

/** `onDidChangeRows` makes VS Code ask for the rows again. */
export function createWorkspaceReferencesFeature(
  context: CommitsContext,
  view: Pick<vscode.TreeView<ReferenceRow>, "message" | "onDidChangeVisibility">,
  onDidChangeRows: Pick<vscode.EventEmitter<undefined>, "fire">,
): WorkspaceReferencesFeature {
  const { workspace, referenceCache, sites, catalog, errorHandler, workspaceState } = context;
  const index = new WorkspaceIndex(context);
  const closed = new AbortController();
  /** What servers answered, by artifact. */
  const resolved = new Map<string, ResolvedReference>();
  /** Artifacts to load again; until then the last answer is shown. */
  const outdated = new Set<string>();
  /** Artifacts whose rows were expanded. */
  const expanded = new Set<string>();
  const loadingSites = new Set<string>();
  /** Counts how often the answers of an account were removed. */
  let accountChanges = 0;
  let shownState: WorkspaceIndex["state"];
  let endProgress: (() => void) | undefined;

  function getKey({ siteApi, artifactId }: ArtifactTarget): string {
    return `${artifactId} ${siteApi}`;
  }

  async function ensure(): Promise<void> {
    await workspaceState.update(usedStateKey, true);
    await index.ensure();
  }

  /** Because a user asks for it, also after a search was canceled. */
  async function ensureOrRefresh(): Promise<void> {
    await (index.state === "canceled" ? index.refresh() : ensure());
  }

  const ensureInBackground = (): void => errorHandler.runInBackground("search files for references", ensure);

  /** The first ones of each site, and expanded ones. */
  function listArtifactsToLoad(): readonly ArtifactFileReferences[] {
    const counts = new Map<string, number>();
    return index.listArtifacts().filter((found) => {
      const count = (counts.get(found.siteApi) ?? 0) + 1;
      counts.set(found.siteApi, count);
      const key = getKey(found);
      const isShown = count <= maxLoadedPerSite || expanded.has(key);
      return isShown && (!resolved.has(key) || outdated.has(key));
    });
  }

  /** Requests up to 100 artifacts at once. Without a connection, rows have no titles. */
  async function loadArtifacts(site: Site, artifactIds: readonly number[]): Promise<void> {
    const accountChangesBefore = accountChanges;
    const toKey = (artifactId: number): string => getKey({ siteApi: site.api, artifactId });
    // What changes from now on is loaded again.
    for (const artifactId of artifactIds) outdated.delete(toKey(artifactId));
    const answers = await referenceCache.resolve(site, artifactIds, closed.signal);
    if (accountChanges !== accountChangesBefore) return;
    for (const [artifactId, answer] of answers) {
      const key = toKey(artifactId);
      if (answer.kind !== "unknown" || !resolved.has(key)) resolved.set(key, answer);
    }
  }

  /** A site that responds slowly doesn't delay the others. */
  function loadArtifactsInBackground(): void {
    const artifacts = listArtifactsToLoad();
    for (const site of sites.list()) {
      const ids = artifacts.flatMap(({ siteApi, artifactId }) => (siteApi === site.api ? artifactId : []));
      if (ids.length === 0 || loadingSites.has(site.api)) continue;
      loadingSites.add(site.api);
      errorHandler.runInBackground("load artifacts of references", async () => {
        try {
          await loadArtifacts(site, ids);
        } finally {
          loadingSites.delete(site.api);
        }
        // Then what has changed meanwhile is loaded, too.
        onDidChangeRows.fire(undefined);
      });
    }
  }

  function createMessage(): string {
    const { state, limit } = index;
    const folders = index.foldersWithoutSite.map(({ name }) => toDisplayLine(name, 60));
    const notes = [
      state === "searching" && index.listArtifacts().length === 0 ? vscode.l10n.t("Searching files…") : "",
      state === "canceled" ? vscode.l10n.t("The search was canceled. Select Refresh to search again.") : "",
      limit?.kind === "references"
        ? vscode.l10n.t("Only the first {0} references are shown.", limit.count)
        : "",
      limit?.kind === "files" ? vscode.l10n.t("Only the first {0} files were searched.", limit.count) : "",
      limit?.kind === "referencesPerFile"
        ? vscode.l10n.t("Only the first {0} references of a file are shown.", limit.count)
        : "",
      folders.length > 0
        ? vscode.l10n.t(
            "The site of {0} isn't known. Run Find References in Workspace to select it.",
            folders.join(", "),
          )
        : "",
    ];
    return notes.filter((note) => note !== "").join(" ");
  }

  async function pickUnknownSites(): Promise<void> {
    for (const { uri } of vscode.workspace.workspaceFolders ?? []) {
      // After one prompt is dismissed, no more are shown.
      if ((await workspace.getOrPickSite(uri)) === undefined) return;
    }
  }

  async function pickReference(artifact: ArtifactTarget): Promise<void> {
    await withProgress(vscode.l10n.t("Searching files for references…"), async (signal) => {
      signal.addEventListener("abort", () => index.cancel());
      await ensureOrRefresh();
    });
    const references = index.getReferences(artifact.siteApi, artifact.artifactId);
    if (references.length === 0) {
      if (index.state !== "complete") return;
      void vscode.window.showInformationMessage(
        vscode.l10n.t("#{0} isn't mentioned in any file of this workspace.", artifact.artifactId),
      );
      return;
    }
    const picked = await vscode.window.showQuickPick(
      references.map((reference) => ({
        label: escapeIcons(formatFilePosition(reference)),
        detail: escapeIcons(toDisplayLine(reference.lineText)),
        reference,
      })),
      { title: vscode.l10n.t("References to #{0}", artifact.artifactId), matchOnDetail: true },
    );
    if (picked !== undefined) await openFileReference(picked.reference);
  }

  /** Undefined until its tracker is loaded. */
  function findStatusColor(site: Site, answer: ResolvedReference | undefined): string | undefined {
    if (answer?.kind !== "artifact" || answer.trackerId === undefined) return undefined;
    return catalog.getSite(site).findStatusColor(answer.trackerId, answer.status);
  }

  function updateProgress(): void {
    endProgress?.();
    endProgress = undefined;
    if (index.state !== "searching") return;
    // VS Code calls back later, when the search may have ended.
    const searched = new Promise<void>((resolve) => {
      endProgress = resolve;
    });
    void vscode.window.withProgress({ location: { viewId } }, () => searched);
  }

  function updateView(): void {
    const { state } = index;
    if (state !== undefined && state !== shownState) {
      shownState = state;
      updateProgress();
      errorHandler.runInBackground("update References view", () =>
        setContext<ContextKeyTypes>("artifacts.referencesState", state),
      );
    }
    onDidChangeRows.fire(undefined);
  }

  function markOutdated(): void {
    for (const key of resolved.keys()) outdated.add(key);
  }

  /** Requests them, even if they were requested before. */
  function invalidateArtifacts(): void {
    const artifacts = index.listArtifacts();
    for (const site of sites.list()) {
      const listed = artifacts.filter(({ siteApi }) => siteApi === site.api);
      referenceCache.invalidate(
        site,
        listed.map(({ artifactId }) => artifactId),
      );
    }
    markOutdated();
  }

  const listeners = vscode.Disposable.from(
    index,
    index.onDidChange(updateView),
    referenceCache.onDidChange.event(({ siteApi, artifactId }) => {
      if (artifactId === undefined) {
        // Another account may have signed in.
        accountChanges += 1;
        resolved.clear();
        outdated.clear();
      } else outdated.add(getKey({ siteApi, artifactId }));
      onDidChangeRows.fire(undefined);
    }),
    view.onDidChangeVisibility(({ visible }) => {
      if (!visible) return;
      markOutdated();
      ensureInBackground();
    }),
  );

  return {
    getRows(parent) {
      if (parent?.kind === "fileReference") return [];
      if (parent !== undefined) {
        expanded.add(getKey(parent));
        if (!resolved.has(getKey(parent))) loadArtifactsInBackground();
        return parent.references.map(createFileReferenceRow);
      }
      if (index.state === undefined) ensureInBackground();
      const message = createMessage();
      if (view.message !== message) view.message = message;
      loadArtifactsInBackground();
      const hasSeveralSites = sites.list().length > 1;
      return index.listArtifacts().map((found) => {
        const site = sites.find(found.siteApi);
        const answer = resolved.get(getKey(found));
        return createReferencedArtifactRow(found, answer, {
          siteLabel: hasSeveralSites ? site?.label : undefined,
          statusColor: site && findStatusColor(site, answer),
        });
      });
    },
    async find(artifact) {
      await pickUnknownSites();
      if (artifact !== undefined) return pickReference(artifact);
      await vscode.commands.executeCommand(`${viewId}.focus`);
      return ensureOrRefresh();
    },
    refresh() {
      invalidateArtifacts();
      return index.refresh();
    },
    cancel: () => index.cancel(),
    watch({ siteApi, artifactId }, onFound) {
      let sent: readonly FileReference[] = [];
      const send = (): void => {
        const references = index.getReferences(siteApi, artifactId);
        if (areSameReferences(references, sent)) return;
        sent = references;
        onFound(references);
      };
      const listener = index.onDidChange(send);
      send();
      // Also because trackers may have been loaded, whose names are part of references.
      if (workspaceState.get(usedStateKey) === true) ensureInBackground();
      return listener;
    },
    dispose() {
      closed.abort();
      endProgress?.();
      listeners.dispose();
    },
  };
}
