// Drafts in the tree: a cache of the stored drafts, a watcher that redraws them, and their nodes.
import { subjectKey } from "../../model/form/formSubject.ts";
import type { StoredDraft } from "../../store/storedDraft.ts";
import type { DraftNode, DraftGroupNode, SiteNode } from "./treeNodes.ts";

/** Which part of the tree has to be redrawn. */
type RedrawScope = "none" | "drafts" | "all";

export class DraftCache {
  readonly #loadDrafts: () => Promise<readonly StoredDraft[]>;
  #drafts: Promise<readonly StoredDraft[]> | undefined;

  /** `loadDrafts` has to handle its errors, because the tree is also shown without drafts. */
  constructor(loadDrafts: () => Promise<readonly StoredDraft[]>) {
    this.#loadDrafts = loadDrafts;
  }

  /** The drafts of all sites and accounts. */
  list(): Promise<readonly StoredDraft[]> {
    this.#drafts ??= this.#loadDrafts();
    return this.#drafts;
  }

  /** The drafts of an account of a site, the newest first. */
  async getDrafts(siteApi: string, accountId: string | undefined): Promise<readonly StoredDraft[]> {
    const all = await this.list();
    return all.filter(({ subject }) => subject.siteApi === siteApi && subject.accountId === accountId);
  }

  /** Ids of the artifacts of a site that an account has drafts of. */
  async getArtifactIds(siteApi: string, accountId: string | undefined): Promise<ReadonlySet<number>> {
    const drafts = await this.getDrafts(siteApi, accountId);
    return new Set(drafts.flatMap(({ subject }) => (subject.kind === "artifact" ? subject.artifactId : [])));
  }

  /** The next call reads the drafts from disk again. */
  invalidate(): void {
    this.#drafts = undefined;
  }
}

function toSubjectKeys(drafts: readonly StoredDraft[]): string {
  return drafts
    .map(({ subject }) => subjectKey(subject))
    .toSorted()
    .join("\n");
}

function toContentKey(drafts: readonly StoredDraft[]): string {
  return JSON.stringify(
    drafts.map(({ subject, changedAt, draft }) => [subjectKey(subject), changedAt, draft.inputs.length]),
  );
}

/** A created or discarded draft also changes the node of its artifact; an edited one only its own node. */
export function getRedrawScope(before: readonly StoredDraft[], after: readonly StoredDraft[]): RedrawScope {
  if (toSubjectKeys(before) !== toSubjectKeys(after)) return "all";
  return toContentKey(before) === toContentKey(after) ? "none" : "drafts";
}

interface DraftWatcherOptions {
  readonly draftCache: DraftCache;
  /** Drafts are saved every few keystrokes, so updates are debounced by this time. */
  readonly delayMs: number;
  /** How often the relative times of drafts are redrawn. */
  readonly ageIntervalMs: number;
  readonly redraw: (scope: Exclude<RedrawScope, "none">) => void;
  /** Called with the drafts whenever they were loaded. */
  readonly onDidLoad: (drafts: readonly StoredDraft[]) => Promise<void>;
  readonly runInBackground: (action: () => Promise<void>) => void;
}

function mergeRedrawScopes(a: RedrawScope, b: RedrawScope): RedrawScope {
  if (a === "all" || b === "all") return "all";
  return a === "drafts" ? a : b;
}

export class DraftWatcher {
  readonly #options: DraftWatcherOptions;
  /** The drafts that the tree shows; undefined until they are loaded first, which needs no redraw. */
  #drafts: readonly StoredDraft[] | undefined;
  #pendingScope: RedrawScope = "none";
  #isVisible = false;
  #isDisposed = false;
  #currentUpdate: Promise<void> = Promise.resolve();
  #updateTimer: ReturnType<typeof setTimeout> | undefined;
  #ageTimer: ReturnType<typeof setInterval> | undefined;

  constructor(options: DraftWatcherOptions) {
    this.#options = options;
  }

  /** Loads the drafts and redraws what has changed. Updates run one after the other, so that an older one can't end last. */
  update(): Promise<void> {
    this.#currentUpdate = this.#currentUpdate.catch(() => undefined).then(() => this.#loadAndRedraw());
    return this.#currentUpdate;
  }

  /** Schedules an update that redraws at least `minimumScope`, even if the drafts are the same. */
  scheduleUpdate(minimumScope: RedrawScope = "none"): void {
    if (this.#isDisposed) return;
    this.#options.draftCache.invalidate();
    this.#pendingScope = mergeRedrawScopes(this.#pendingScope, minimumScope);
    clearTimeout(this.#updateTimer);
    this.#updateTimer = setTimeout(
      () => this.#options.runInBackground(() => this.update()),
      this.#options.delayMs,
    );
  }

  /** Relative times are redrawn only while a view is visible. */
  setVisible(isVisible: boolean): void {
    this.#isVisible = isVisible;
    if (this.#updateAgeTimer()) this.#options.redraw("drafts");
  }

  dispose(): void {
    this.#isDisposed = true;
    clearTimeout(this.#updateTimer);
    clearInterval(this.#ageTimer);
  }

  async #loadAndRedraw(): Promise<void> {
    const { draftCache, redraw, onDidLoad } = this.#options;
    const drafts = await draftCache.list();
    if (this.#isDisposed) return;
    const changedScope = this.#drafts === undefined ? "none" : getRedrawScope(this.#drafts, drafts);
    const scope = mergeRedrawScopes(this.#pendingScope, changedScope);
    this.#pendingScope = "none";
    this.#drafts = drafts;
    if (scope !== "none") redraw(scope);
    this.#updateAgeTimer();
    await onDidLoad(drafts);
  }

  #updateAgeTimer(): boolean {
    const needsAgeTimer = this.#isVisible && !this.#isDisposed && (this.#drafts?.length ?? 0) > 0;
    if (needsAgeTimer) {
      this.#ageTimer ??= setInterval(() => this.#options.redraw("drafts"), this.#options.ageIntervalMs);
    } else {
      clearInterval(this.#ageTimer);
      this.#ageTimer = undefined;
    }
    return needsAgeTimer;
  }
}

/** The group node of a site's drafts; none if there are no drafts. */
export async function loadDraftGroupNodes(
  draftCache: DraftCache,
  { site, siteApi, account }: SiteNode,
): Promise<readonly DraftGroupNode[]> {
  const accountId = account?.id;
  const { length: count } = await draftCache.getDrafts(siteApi, accountId);
  return count === 0 ? [] : [{ kind: "drafts", id: `${siteApi}/drafts`, site, siteApi, accountId, count }];
}

export async function loadDraftNodes(
  draftCache: DraftCache,
  { id, site, siteApi, accountId }: DraftGroupNode,
): Promise<DraftNode[]> {
  const drafts = await draftCache.getDrafts(siteApi, accountId);
  return drafts.map((storedDraft) => ({
    kind: "draft",
    id: `${id}/${subjectKey(storedDraft.subject)}`,
    site,
    siteApi,
    subject: storedDraft.subject,
    storedDraft,
  }));
}
