// What was typed and not sent, as the tree shows it: read from disk once, and again after it has changed.
import { subjectKey } from "../../model/subject.ts";
import type { KeptDraft } from "../../store/keptDraft.ts";

/** What of the tree looks different now. */
export type Difference = "nothing" | "drafts" | "everything";

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
