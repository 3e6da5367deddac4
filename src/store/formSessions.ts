// Open forms: one per subject, shared by tabs and text editors.
import type { Draft } from "../model/form/draft.ts";
import type { Site } from "../model/site.ts";
import { isSvnSubject, type FormSubject, subjectKey } from "../model/form/formSubject.ts";
import type { SvnRepository } from "../model/svn.ts";
import type { SvnFormTexts } from "../model/svnForm.ts";
import { createArtifactFormBackend, createHistory } from "./artifactFormBackend.ts";
import type { PendingAttachments } from "./attachments/pendingAttachments.ts";
import type { Catalog } from "./catalog.ts";
import type { MonotonicClock } from "./monotonicClock.ts";
import type { Connection } from "./connections.ts";
import type { DraftStore } from "./draftStore.ts";
import { Emitter } from "./emitter.ts";
import { FormSession } from "./formSession.ts";
import type { FormBackend } from "./formBackend.ts";
import type { ArtifactHistory } from "./artifactHistory.ts";
import type { DraftBase } from "./storedDraft.ts";
import type { SvnNameAndUrl } from "./svn/svnSettingsReader.ts";
import { createSvnFormBackend } from "./svn/svnFormBackend.ts";

export interface FormSessionsDependencies {
  readonly catalog: Catalog;
  readonly drafts: DraftStore;
  readonly findSite: (api: string) => Site | undefined;
  readonly now: () => number;
  readonly clock: MonotonicClock;
  /** Loaded on first use. */
  readonly pendingAttachments: () => Promise<PendingAttachments>;
  /** For forms of Subversion repositories. */
  readonly svn: {
    readonly words: () => SvnFormTexts;
    /** Called when a repository was created or changed. */
    readonly remember: (
      site: Site,
      projectId: number,
      repository: Pick<SvnRepository, "id" | "name" | "address">,
    ) => void;
    readonly recall: (site: Site, repositoryId: number) => Promise<SvnNameAndUrl | undefined>;
  };
}

/** Known before loading, for servers that don't report it. */
export interface FormHints {
  readonly trackerId?: number | undefined;
  readonly repository?: SvnNameAndUrl | undefined;
}

/** The session is closed when its last handle is released. */
export interface FormSessionHandle {
  readonly session: FormSession;
  release(): Promise<void>;
}

interface SharedSession {
  readonly session: FormSession;
  /** The subject it was opened with; a new artifact gets another key when it is created. */
  readonly key: string;
  handleCount: number;
}

export class FormSessions {
  /** Fires when a new artifact was created, with the key of its first subject. */
  readonly onDidCreateArtifact = new Emitter<{ readonly key: string; readonly artifactId: number }>();
  /** Fires with the key of a new artifact whose draft was discarded. Its form may stay open. */
  readonly onDidDiscardNewArtifact = new Emitter<string>();
  readonly #options: FormSessionsDependencies;
  #open: readonly SharedSession[] = [];

  constructor(options: FormSessionsDependencies) {
    this.#options = options;
  }

  open(site: Site, subject: FormSubject, hints: FormHints = {}): FormSessionHandle {
    const key = subjectKey(subject);
    const open = this.#open.find(
      (shared) => shared.key === key || subjectKey(shared.session.subject) === key,
    );
    // The server may not report the tracker of a new artifact.
    const trackerId = hints.trackerId ?? (subject.kind === "new" ? subject.trackerId : undefined);
    const createSession = (): FormSession => {
      const connect = (): Promise<Connection> => this.#connectAs(site, session.subject);
      const session: FormSession = new FormSession(
        this.#createBackend(site, subject, { ...hints, trackerId }, connect),
        subject,
      );
      if (subject.kind === "new") this.#reportEnd(session, subject.key);
      return session;
    };
    const shared = open ?? { session: createSession(), key, handleCount: 0 };
    if (open === undefined) this.#open = [...this.#open, shared];
    shared.handleCount += 1;
    let isReleased = false;
    return {
      session: shared.session,
      release: async () => {
        if (isReleased) return;
        isReleased = true;
        shared.handleCount -= 1;
        // Until a save in progress ends, other callers get this session.
        await shared.session.whenSaved();
        if (shared.handleCount > 0 || !this.#open.includes(shared)) return;
        this.#open = this.#open.filter((each) => each !== shared);
        await shared.session.close();
      },
    };
  }

  /** The draft of an open form, if there is one. */
  getDraft(subject: FormSubject): Draft | undefined {
    const key = subjectKey(subject);
    return this.#open.find(({ session }) => subjectKey(session.subject) === key)?.session.draft;
  }

  /** Call when drafts have changed on disk. */
  async reloadDrafts(): Promise<void> {
    await Promise.all(this.#open.map(({ session }) => session.reloadDraft()));
  }

  /** Call when the user has changed fields of an artifact outside of its form. */
  noteOwnChanges(siteApi: string, artifactId: number, fieldIds: readonly number[]): void {
    for (const { session } of this.#open) {
      const { subject } = session;
      const isArtifact = subject.kind === "artifact" && subject.artifactId === artifactId;
      if (isArtifact && subject.siteApi === siteApi) session.noteOwnChanges(fieldIds);
    }
  }

  /** Call when a draft was discarded elsewhere in this window. */
  async discardDraft(subject: FormSubject): Promise<void> {
    const key = subjectKey(subject);
    await this.#open.find(({ session }) => subjectKey(session.subject) === key)?.session.discard();
  }

  /** Writes all drafts; for when the window closes. */
  async closeAll(): Promise<void> {
    const closing = this.#open.map(({ session }) => session.close());
    this.#open = [];
    await Promise.all(closing);
  }

  #reportEnd(session: FormSession, key: string): void {
    session.onDidDiscard.event(() => {
      if (session.subject.kind === "new") this.onDidDiscardNewArtifact.fire(key);
    });
    const listener = session.onDidChange.event(() => {
      const { subject } = session;
      if (subject.kind !== "artifact") return;
      listener.dispose();
      this.onDidCreateArtifact.fire({ key, artifactId: subject.artifactId });
    });
  }

  /** The account may have changed, also in another window: a form is never loaded or saved with another account. */
  #connectAs(site: Site, { accountId }: FormSubject): Promise<Connection> {
    const { catalog, findSite } = this.#options;
    return catalog.connectAs(findSite(site.api) ?? site, accountId);
  }

  #createBackend(
    site: Site,
    subject: FormSubject,
    hints: FormHints,
    connect: () => Promise<Connection>,
  ): FormBackend {
    const { drafts, now, svn } = this.#options;
    if (!isSvnSubject(subject)) {
      return createArtifactFormBackend({ ...this.#options, site, trackerId: hints.trackerId, connect });
    }
    return createSvnFormBackend(subject, {
      drafts,
      now,
      connect,
      words: svn.words,
      names: hints.repository,
      findNames: (repositoryId) => svn.recall(site, repositoryId),
      onSaved: (repository) => svn.remember(site, subject.projectId, repository),
    });
  }

  /** `undefined` if the server has no history. */
  createHistory(site: Site, base: DraftBase, signal?: AbortSignal): ArtifactHistory | undefined {
    const { catalog, findSite } = this.#options;
    return createHistory(() => catalog.getSite(findSite(site.api) ?? site).connectForReading(), base, signal);
  }
}
