// Unsent drafts in the tree: which there are, their rows, and when they are read again.
import { subjectKey } from "../../model/subject.ts";
import type { KeptDraft } from "../../store/keptDraft.ts";
import type { DraftNode, DraftsNode, SiteNode } from "./nodes.ts";

// What was typed and not sent, as the tree shows it: read from disk once, and again after it has changed.

/** What of the tree looks different now. */
type Difference = "nothing" | "drafts" | "everything";

export class Unsent {
  readonly #read: () => Promise<readonly KeptDraft[]>;
  #listed: Promise<readonly KeptDraft[]> | undefined;

  /** `read` is expected to deal with what goes wrong: the tree is there without drafts too. */
  constructor(read: () => Promise<readonly KeptDraft[]>) {
    this.#read = read;
  }

  /** All of them, of whichever site and account. */
  list(): Promise<readonly KeptDraft[]> {
    this.#listed ??= this.#read();
    return this.#listed;
  }

  /** Those of a site that an account has typed, the newest first. */
  async of(siteApi: string, accountId: string | undefined): Promise<readonly KeptDraft[]> {
    const all = await this.list();
    return all.filter(({ subject }) => subject.siteApi === siteApi && subject.accountId === accountId);
  }

  /** The artifacts of a site that an account has typed something about. */
  async artifactsOf(siteApi: string, accountId: string | undefined): Promise<ReadonlySet<number>> {
    const drafts = await this.of(siteApi, accountId);
    return new Set(drafts.flatMap(({ subject }) => (subject.kind === "artifact" ? subject.artifactId : [])));
  }

  /** They are read again when they are next looked at. */
  invalidate(): void {
    this.#listed = undefined;
  }
}

function subjects(drafts: readonly KeptDraft[]): string {
  return drafts
    .map(({ subject }) => subjectKey(subject))
    .toSorted()
    .join("\n");
}

function contents(drafts: readonly KeptDraft[]): string {
  return JSON.stringify(
    drafts.map(({ subject, changedAt, draft }) => [subjectKey(subject), changedAt, draft.inputs.length]),
  );
}

/** A draft that comes or goes also marks a row elsewhere; one that is typed on only changes its own. */
export function difference(before: readonly KeptDraft[], after: readonly KeptDraft[]): Difference {
  if (subjects(before) !== subjects(after)) return "everything";
  return contents(before) === contents(after) ? "nothing" : "drafts";
}

// Notices drafts that come, change and go, and says what of the tree has to be drawn again for it.

interface WatchOptions {
  readonly unsent: Unsent;
  /** Changes come in bursts, with every few letters: this long after the last one is soon enough. */
  readonly delayMs: number;
  /** How long a row may show the same age. */
  readonly ageMs: number;
  readonly redraw: (what: Exclude<Difference, "nothing">) => void;
  /** Told the drafts whenever they were looked at. */
  readonly onLook: (drafts: readonly KeptDraft[]) => Promise<void>;
  /** Runs what nobody waits for. */
  readonly start: (action: () => Promise<void>) => void;
}

function larger(one: Difference, other: Difference): Difference {
  if (one === "everything" || other === "everything") return "everything";
  return one === "drafts" ? one : other;
}

export class DraftWatch {
  readonly #options: WatchOptions;
  /** What the tree shows; undefined before the first look, which is the tree's own too. */
  #shown: readonly KeptDraft[] | undefined;
  #owed: Difference = "nothing";
  #isVisible = false;
  #isOver = false;
  #looking: Promise<void> = Promise.resolve();
  #soon: ReturnType<typeof setTimeout> | undefined;
  #ageing: ReturnType<typeof setInterval> | undefined;

  constructor(options: WatchOptions) {
    this.#options = options;
  }

  /** Looks at the drafts, and draws again what differs. One after the other: what an older look tells must not come last. */
  look(): Promise<void> {
    this.#looking = this.#looking.catch(() => undefined).then(() => this.#look());
    return this.#looking;
  }

  /** Something happened: a look follows, and a drawing of `owed` whether or not drafts differ by then. */
  lookSoon(owed: Difference = "nothing"): void {
    if (this.#isOver) return;
    this.#options.unsent.invalidate();
    this.#owed = larger(this.#owed, owed);
    clearTimeout(this.#soon);
    this.#soon = setTimeout(() => this.#options.start(() => this.look()), this.#options.delayMs);
  }

  /** Ages are kept right only while somebody can see them. */
  setVisible(isVisible: boolean): void {
    this.#isVisible = isVisible;
    if (this.#ageIfSeen()) this.#options.redraw("drafts");
  }

  dispose(): void {
    this.#isOver = true;
    clearTimeout(this.#soon);
    clearInterval(this.#ageing);
  }

  async #look(): Promise<void> {
    const { unsent, redraw, onLook } = this.#options;
    const drafts = await unsent.list();
    if (this.#isOver) return;
    const differs = this.#shown === undefined ? "nothing" : difference(this.#shown, drafts);
    const what = larger(this.#owed, differs);
    this.#owed = "nothing";
    this.#shown = drafts;
    if (what !== "nothing") redraw(what);
    this.#ageIfSeen();
    await onLook(drafts);
  }

  #ageIfSeen(): boolean {
    const isSeen = this.#isVisible && !this.#isOver && (this.#shown?.length ?? 0) > 0;
    if (isSeen) {
      this.#ageing ??= setInterval(() => this.#options.redraw("drafts"), this.#options.ageMs);
    } else {
      clearInterval(this.#ageing);
      this.#ageing = undefined;
    }
    return isSeen;
  }
}

// The rows of what was typed and not sent.

/** The row above a site's drafts; none where there is no draft. */
export async function draftGroup(
  unsent: Unsent,
  { site, siteApi, account }: SiteNode,
): Promise<readonly DraftsNode[]> {
  const accountId = account?.id;
  const { length: count } = await unsent.of(siteApi, accountId);
  return count === 0 ? [] : [{ kind: "drafts", id: `${siteApi}/drafts`, site, siteApi, accountId, count }];
}

export async function draftRows(
  unsent: Unsent,
  { id, site, siteApi, accountId }: DraftsNode,
): Promise<DraftNode[]> {
  const drafts = await unsent.of(siteApi, accountId);
  return drafts.map((kept) => ({
    kind: "draft",
    id: `${id}/${subjectKey(kept.subject)}`,
    site,
    siteApi,
    subject: kept.subject,
    kept,
  }));
}
