// The forms that are being worked at: one per subject, shared by the tab and the text editors that show it.
import { changesOf } from "../model/form/changes.ts";
import type { Draft } from "../model/form/draft.ts";
import type { Site } from "../model/site.ts";
import { type Subject, subjectKey } from "../model/subject.ts";
import type { Catalog } from "./catalog.ts";
import type { Drafts } from "./drafts.ts";
import { Editing } from "./editing.ts";
import type { EditingHost } from "./formState.ts";
import { History } from "./history.ts";
import type { Base } from "./keptDraft.ts";
import { readBase } from "./readBase.ts";
import { judge, save } from "./saving.ts";
import { historyLength, writingsSince, writtenBeside } from "./writings.ts";

interface FormsDependencies {
  readonly catalog: Catalog;
  readonly drafts: Drafts;
  readonly siteAt: (api: string) => Site | undefined;
  readonly now: () => number;
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

  /** `trackerId` is where the artifact is known to belong, for servers that don't say. */
  hold(site: Site, subject: Subject, trackerId: number | undefined): FormHold {
    const key = subjectKey(subject);
    const known = this.#open.find(
      (shared) => shared.key === key || subjectKey(shared.editing.subject) === key,
    );
    // Once it is created, a server may not say where it belongs.
    const belongsTo = trackerId ?? (subject.kind === "new" ? subject.trackerId : undefined);
    const shared = known ?? { editing: new Editing(this.#host(site, belongsTo), subject), key, holds: 0 };
    if (known === undefined) this.#open = [...this.#open, shared];
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

  #host(site: Site, trackerId: number | undefined): EditingHost {
    const { catalog, drafts, now, siteAt } = this.#dependencies;
    const siteCatalog = () => catalog.of(siteAt(site.api) ?? site);
    return {
      drafts,
      now,
      read: (subject, options) =>
        readBase(siteCatalog(), subject, { ...options, trackerId: trackerId ?? options.trackerId }),
      send: async (sending, signal) => {
        const outcome = await save(await siteCatalog().connection(), sending, signal);
        if (outcome.kind === "saved") {
          catalog.noteWritten(site, outcome.artifactId, sending.base.tracker.id ?? trackerId);
        }
        return outcome;
      },
      judge: async (sending, doubt) => judge(await siteCatalog().connection(), sending, doubt),
      writingsSince: (base, signal) => writingsSince(this.history(site, base, signal), base),
      historyLength: (base, signal) => historyLength(this.history(site, base, signal)),
      writtenBeside: async (sent, signal) => {
        const history = this.history(site, sent.base, signal);
        if (history === undefined) return [];
        const { account } = await siteCatalog().connection();
        const fieldIds = new Set(changesOf(sent.base.form, sent.draft).map(({ fieldId }) => fieldId));
        return writtenBeside(history, { ...sent, fieldIds, accountId: account?.id });
      },
    };
  }

  /** The history of what a form shows; undefined where the server has none. */
  history(site: Site, { changesetsUri }: Base, signal?: AbortSignal): History | undefined {
    if (changesetsUri === undefined) return undefined;
    const { catalog, siteAt } = this.#dependencies;
    return new History(async (offset, limit) => {
      const { client } = await catalog.of(siteAt(site.api) ?? site).connection();
      return client.changesets(changesetsUri, { offset, limit }, signal);
    });
  }
}
