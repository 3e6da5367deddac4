// The forms that are being worked at: one per subject, shared by the tab and the text editors that show it.
import { isFailure, SignedOut } from "../model/failure.ts";
import { changesOf } from "../model/form/changes.ts";
import type { Draft } from "../model/form/draft.ts";
import type { Site } from "../model/site.ts";
import { type ArtifactSubject, isSvnSubject, type Subject, subjectKey } from "../model/subject.ts";
import type { SvnRepository } from "../model/svn.ts";
import type { SvnWords } from "../model/svnForm.ts";
import type { Catalog } from "./catalog.ts";
import type { OwnTime } from "./clock.ts";
import type { Connection, Showing } from "./connections.ts";
import type { Drafts } from "./drafts.ts";
import { Editing } from "./editing.ts";
import type { EditingHost } from "./formState.ts";
import { History, historyLength, writingsSince, writtenBeside } from "./history.ts";
import type { Base } from "./keptDraft.ts";
import { readBase } from "./readBase.ts";
import { judge, save, type Sending } from "./saving.ts";
import type { SvnNames } from "./svn/readSettings.ts";
import { svnHost } from "./svn/svnHost.ts";

interface FormsDependencies {
  readonly catalog: Catalog;
  readonly drafts: Drafts;
  readonly siteAt: (api: string) => Site | undefined;
  readonly now: () => number;
  readonly time: OwnTime;
  readonly svn: SvnSurroundings;
}

/** What forms about Subversion repositories need besides. */
export interface SvnSurroundings {
  readonly words: () => SvnWords;
  /** To be told of one that was made, or changed, from here. */
  readonly remember: (
    site: Site,
    projectId: number,
    repository: Pick<SvnRepository, "id" | "name" | "address">,
  ) => void;
  /** What was remembered of one. */
  readonly recall: (site: Site, repositoryId: number) => Promise<SvnNames | undefined>;
}

/** What is known of a subject before it is read, for servers that don't say. */
export interface KnownBefore {
  /** Where the artifact belongs. */
  readonly trackerId?: number | undefined;
  readonly repository?: SvnNames | undefined;
}

/** A form stays with what it is about. */
function asArtifact(subject: Subject): ArtifactSubject {
  if (isSvnSubject(subject)) throw new Error("This is no artifact.");
  return subject;
}

function ofArtifact(sending: Sending): Sending<ArtifactSubject> {
  return { ...sending, subject: asArtifact(sending.subject) };
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
  readonly #dependencies: FormsDependencies;
  #open: readonly Shared[] = [];

  constructor(dependencies: FormsDependencies) {
    this.#dependencies = dependencies;
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
      const editing: Editing = new Editing(this.#host(site, subject, { ...known, trackerId }, own), subject);
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
    const { catalog, siteAt } = this.#dependencies;
    const connection = await catalog.of(siteAt(site.api) ?? site).connection();
    const { account } = connection;
    if (account?.id === accountId) return connection;
    throw new SignedOut({ method: "GET", url: site.api, isAnonymous: account === undefined });
  }

  #host(
    site: Site,
    subject: Subject,
    known: KnownBefore,
    connection: () => Promise<Connection>,
  ): EditingHost {
    if (!isSvnSubject(subject)) return this.#artifactHost(site, known.trackerId, connection);
    const { drafts, now, svn } = this.#dependencies;
    return svnHost(subject, {
      drafts,
      now,
      connection,
      words: svn.words,
      names: known.repository,
      recall: (repositoryId) => svn.recall(site, repositoryId),
      onWritten: (repository) => svn.remember(site, subject.projectId, repository),
    });
  }

  #artifactHost(
    site: Site,
    trackerId: number | undefined,
    connection: () => Promise<Connection>,
  ): EditingHost {
    const { catalog, drafts, now, time, siteAt } = this.#dependencies;
    return {
      drafts,
      now,
      read: async (subject, options) => {
        const siteCatalog = catalog.of(siteAt(site.api) ?? site);
        await connection();
        const known = { ...options, trackerId: trackerId ?? options.trackerId };
        return readBase(siteCatalog, asArtifact(subject), known);
      },
      send: async (sending, signal) => {
        try {
          const outcome = await save(await connection(), ofArtifact(sending), signal);
          if (outcome.kind === "saved") {
            catalog.noteWritten(site, outcome.id, sending.base.tracker.id ?? trackerId);
          }
          return outcome;
        } catch (failure) {
          if (!isFailure(failure)) throw failure;
          return { kind: "failed", failure };
        }
      },
      judge: async (sending, doubt) => {
        try {
          return await judge(await connection(), ofArtifact(sending), doubt);
        } catch (failure) {
          if (!isFailure(failure)) throw failure;
          return { kind: "unknown", candidates: [] };
        }
      },
      writingsSince: (base, signal) => writingsSince(historyBy(connection, base, signal), base),
      historyLength: (base, signal) => historyLength(historyBy(connection, base, signal)),
      writtenBeside: async (sent, signal) => {
        const history = historyBy(connection, sent.base, signal);
        if (history === undefined) return [];
        const { account } = await connection();
        const fieldIds = new Set(changesOf(sent.base.form, sent.draft).map(({ fieldId }) => fieldId));
        return writtenBeside(history, { ...sent, fieldIds, accountId: account?.id }, time, signal);
      },
    };
  }

  /** The history of what a form shows, as far as it was seen; undefined where the server has none. */
  history(site: Site, base: Base, signal?: AbortSignal): History | undefined {
    const { catalog, siteAt } = this.#dependencies;
    return historyBy(() => catalog.of(siteAt(site.api) ?? site).showing(), base, signal);
  }
}

function historyBy(
  connection: () => Promise<Showing>,
  { changesetsUri }: Base,
  signal: AbortSignal | undefined,
): History | undefined {
  if (changesetsUri === undefined) return undefined;
  return new History(async (offset, limit) => {
    const { client } = await connection();
    return client.changesets(changesetsUri, { offset, limit }, signal);
  });
}
