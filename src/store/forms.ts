// The forms that are being worked at: one per subject, shared by the tab and the text editors that show it.
import { SignedOut } from "../model/failure.ts";
import type { Draft } from "../model/form/draft.ts";
import type { Site } from "../model/site.ts";
import { isSvnSubject, type Subject, subjectKey } from "../model/subject.ts";
import type { SvnRepository } from "../model/svn.ts";
import type { SvnWords } from "../model/svnForm.ts";
import { artifactBackend, historyBy } from "./artifactBackend.ts";
import type { Catalog } from "./catalog.ts";
import type { OwnTime } from "./clock.ts";
import type { Connection } from "./connections.ts";
import type { Drafts } from "./drafts.ts";
import { Editing } from "./editing.ts";
import type { FormBackend } from "./formBackend.ts";
import type { History } from "./history.ts";
import type { Base } from "./keptDraft.ts";
import type { SvnNames } from "./svn/readSettings.ts";
import { svnBackend } from "./svn/svnBackend.ts";

export interface FormsOptions {
  readonly catalog: Catalog;
  readonly drafts: Drafts;
  readonly siteAt: (api: string) => Site | undefined;
  readonly now: () => number;
  readonly time: OwnTime;
  /** For forms of Subversion repositories. */
  readonly svn: {
    readonly words: () => SvnWords;
    /** Called when a repository was created or changed. */
    readonly remember: (
      site: Site,
      projectId: number,
      repository: Pick<SvnRepository, "id" | "name" | "address">,
    ) => void;
    readonly recall: (site: Site, repositoryId: number) => Promise<SvnNames | undefined>;
  };
}

/** What is known of a subject before it is read, for servers that don't say. */
export interface KnownBefore {
  /** Where the artifact belongs. */
  readonly trackerId?: number | undefined;
  readonly repository?: SvnNames | undefined;
}

/** A hold on a form; the form ends, and lets go of its draft, with the last of them. */
export interface FormHold {
  readonly editing: Editing;
  release(): Promise<void>;
}

interface Shared {
  readonly editing: Editing;
  /** What it was opened for; something new gets another name when it is created. */
  readonly key: string;
  holds: number;
}

export class Forms {
  readonly #options: FormsOptions;
  #open: readonly Shared[] = [];

  constructor(options: FormsOptions) {
    this.#options = options;
  }

  hold(site: Site, subject: Subject, known: KnownBefore = {}): FormHold {
    const key = subjectKey(subject);
    const open = this.#open.find(
      (shared) => shared.key === key || subjectKey(shared.editing.subject) === key,
    );
    // Once it is created, a server may not say where it belongs.
    const trackerId = known.trackerId ?? (subject.kind === "new" ? subject.trackerId : undefined);
    const make = (): Editing => {
      const own = (): Promise<Connection> => this.#connectionOf(site, editing.subject);
      const editing: Editing = new Editing(
        this.#backend(site, subject, { ...known, trackerId }, own),
        subject,
      );
      return editing;
    };
    const shared = open ?? { editing: make(), key, holds: 0 };
    if (open === undefined) this.#open = [...this.#open, shared];
    shared.holds += 1;
    let isHeld = true;
    return {
      editing: shared.editing,
      release: async () => {
        if (!isHeld) return;
        isHeld = false;
        shared.holds -= 1;
        // What is on its way to the server has to come to its end; until then whoever opens it gets this one.
        await shared.editing.whenSent();
        if (shared.holds > 0 || !this.#open.includes(shared)) return;
        this.#open = this.#open.filter((each) => each !== shared);
        await shared.editing.close();
      },
    };
  }

  /** What was typed about a subject that is being worked at; undefined where nobody is at it. */
  draftOf(subject: Subject): Draft | undefined {
    const key = subjectKey(subject);
    return this.#open.find(({ editing }) => subjectKey(editing.subject) === key)?.editing.draft;
  }

  /** Tells all forms that something happened to the drafts on disk. */
  async lookAround(): Promise<void> {
    await Promise.all(this.#open.map(({ editing }) => editing.lookAround()));
  }

  /** Says to whom it may concern that a person has changed some fields of an artifact otherwise than by its form. */
  noteOwn(siteApi: string, artifactId: number, fieldIds: readonly number[]): void {
    for (const { editing } of this.#open) {
      const { subject } = editing;
      const isIt = subject.kind === "artifact" && subject.artifactId === artifactId;
      if (isIt && subject.siteApi === siteApi) editing.noteOwn(fieldIds);
    }
  }

  /** What was thrown away elsewhere in this window goes from its form too. */
  async discard(subject: Subject): Promise<void> {
    const key = subjectKey(subject);
    await this.#open.find(({ editing }) => subjectKey(editing.subject) === key)?.editing.discard();
  }

  /** Brings all to disk; for when the window goes. */
  async close(): Promise<void> {
    const closing = this.#open.map(({ editing }) => editing.close());
    this.#open = [];
    await Promise.all(closing);
  }

  /** Others may have signed in, in another window too: nobody's form is read or sent with the key of someone else. */
  async #connectionOf(site: Site, { accountId }: Subject): Promise<Connection> {
    const { catalog, siteAt } = this.#options;
    const connection = await catalog.of(siteAt(site.api) ?? site).connection();
    const { account } = connection;
    if (account?.id === accountId) return connection;
    throw new SignedOut({ method: "GET", url: site.api, isAnonymous: account === undefined });
  }

  #backend(
    site: Site,
    subject: Subject,
    known: KnownBefore,
    connection: () => Promise<Connection>,
  ): FormBackend {
    const { drafts, now, svn } = this.#options;
    if (!isSvnSubject(subject)) {
      return artifactBackend({ ...this.#options, site, trackerId: known.trackerId, connection });
    }
    return svnBackend(subject, {
      drafts,
      now,
      connection,
      words: svn.words,
      names: known.repository,
      recall: (repositoryId) => svn.recall(site, repositoryId),
      onWritten: (repository) => svn.remember(site, subject.projectId, repository),
    });
  }

  /** The history of what a form shows, as far as it was seen; undefined where the server has none. */
  history(site: Site, base: Base, signal?: AbortSignal): History | undefined {
    const { catalog, siteAt } = this.#options;
    return historyBy(() => catalog.of(siteAt(site.api) ?? site).showing(), base, signal);
  }
}
