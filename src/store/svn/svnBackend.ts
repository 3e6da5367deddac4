// What a form about a Subversion repository needs of the world around it: how its settings are read, and sent.
import { type Failure, isFailure } from "../../model/failure.ts";
import { isSvnSubject, type SvnSubject } from "../../model/subject.ts";
import { settingsKey, type SvnRepository } from "../../model/svn.ts";
import { beginningIn, keptIn, settingsIn, svnFields, type SvnWords } from "../../model/svnForm.ts";
import type { Connection } from "../connections.ts";
import type { Drafts } from "../drafts.ts";
import type { FormBackend } from "../formBackend.ts";
import { type Doubt, outcomeOf, type SaveOutcome, type Sending, type Verdict } from "../formBackend.ts";
import { revisionOf, SettingsReader, type SvnNames } from "./readSettings.ts";

interface SvnBackendOptions {
  readonly connection: () => Promise<Connection>;
  readonly drafts: Drafts;
  readonly now: () => number;
  readonly words: () => SvnWords;
  readonly names: SvnNames | undefined;
  readonly recall: (repositoryId: number) => Promise<SvnNames | undefined>;
  /** Told of a repository that was made, or changed, from here. */
  readonly onWritten: (repository: Pick<SvnRepository, "id" | "name" | "address">) => void;
}

const unknown: Verdict = { kind: "unknown", candidates: [] };

/** A name that is taken, or none at all, is a conflict of its own. */
const badName = 409;

function refusalOf(failure: Failure, sending: Sending): SaveOutcome {
  const isOfName = failure.request.status === badName && sending.subject.kind === "newSvn";
  if (isOfName) return { kind: "rejected", failure, fieldId: svnFields.name };
  const sent = sending.base.form.fields.map(({ id }) => id);
  return outcomeOf(failure, sending, sent);
}

/** Only something new is given a name. */
function nameGiven({ subject, base, draft }: Sending): string | undefined {
  const name = subject.kind === "newSvn" ? beginningIn(base.form, draft).name : "";
  return name === "" ? undefined : name;
}

/** A form stays with what it is about. */
function ofSvn(sending: Sending): Sending<SvnSubject> {
  const { subject } = sending;
  if (!isSvnSubject(subject)) throw new Error("This is no repository.");
  return { ...sending, subject };
}

class SvnSaving {
  readonly #options: SvnBackendOptions;
  readonly #reader: SettingsReader;

  constructor(options: SvnBackendOptions, reader: SettingsReader) {
    this.#options = options;
    this.#reader = reader;
  }

  async send(sending: Sending<SvnSubject>, signal: AbortSignal): Promise<SaveOutcome> {
    const { subject, base, how } = sending;
    // What nobody could see would be overwritten: that is for a person to decide.
    const isUnseen = subject.kind === "svn" && base.svn?.settings === undefined;
    if (isUnseen && how === "checked") return { kind: "noRevision" };
    const since = this.#options.now();
    try {
      const repository = await this.#write(sending, signal);
      const name = repository.name ?? base.svn?.name ?? nameGiven(sending);
      const address = repository.address ?? base.svn?.address;
      this.#options.onWritten({ id: repository.id, name, address });
      const { settings } = repository;
      // A new one has other fields than what it was made with: what is read next is all its own.
      const isNamed = subject.kind === "svn" && settings !== undefined && !isUnseen;
      return {
        kind: "saved",
        id: repository.id,
        revision: isNamed ? await revisionOf(settings) : undefined,
      };
    } catch (failure) {
      if (!isFailure(failure)) throw failure;
      const isForbidden = failure.kind === "forbidden" && subject.kind === "svn";
      if (isForbidden) this.#reader.noteRefused();
      if (isForbidden) return { kind: "rejected", failure, fieldId: undefined, isFinal: true };
      if (failure.kind !== "outcomeUnknown") return refusalOf(failure, sending);
      const verdict = await this.judge(sending, { since, look: "first" });
      return verdict.kind === "notSaved" ? { kind: "failed", failure } : verdict;
    }
  }

  async judge(sending: Sending<SvnSubject>, doubt: Doubt): Promise<Verdict> {
    const { subject } = sending;
    try {
      return subject.kind === "newSvn"
        ? await this.#judgeCreation(sending, subject.projectId, doubt)
        : await this.#judgeUpdate(sending, subject.repositoryId);
    } catch (failure) {
      if (!isFailure(failure)) throw failure;
      return unknown;
    }
  }

  async #write(
    { subject, base: { form, svn }, draft }: Sending<SvnSubject>,
    signal: AbortSignal,
  ): Promise<SvnRepository> {
    const { client } = await this.#options.connection();
    const settings = settingsIn(form, draft, keptIn(svn));
    if (subject.kind === "svn") return client.updateSvn(subject.repositoryId, settings, signal);
    return client.createSvn(subject.projectId, { ...beginningIn(form, draft), settings }, signal);
  }

  /** One of the same name may be that of somebody else, unless it has what was sent. */
  async #judgeCreation({ base, draft }: Sending, projectId: number, { look }: Doubt): Promise<Verdict> {
    const { client } = await this.#options.connection();
    const found = await client.svnNamed(projectId, beginningIn(base.form, draft).name);
    if (found === undefined) return unknown;
    const [repository] = found;
    // Something new that nobody finds at once may still come.
    if (repository === undefined) return look === "again" ? { kind: "notSaved" } : unknown;
    const read = (await this.#reader.read(repository.id))?.settings;
    const sent = settingsIn(base.form, draft, base.svn?.settings);
    if (read === undefined || settingsKey(read) !== settingsKey(sent)) return unknown;
    this.#options.onWritten(repository);
    return { kind: "saved", id: repository.id, revision: undefined };
  }

  async #judgeUpdate({ base, draft }: Sending, repositoryId: number): Promise<Verdict> {
    const read = (await this.#reader.read(repositoryId))?.settings;
    const before = base.svn?.settings;
    if (read === undefined || before === undefined) return unknown;
    const now = settingsKey(read);
    if (now === settingsKey(settingsIn(base.form, draft, before))) {
      return { kind: "saved", id: repositoryId, revision: await revisionOf(read) };
    }
    return now === settingsKey(before) ? { kind: "notSaved" } : unknown;
  }
}

export function svnBackend(subject: SvnSubject, options: SvnBackendOptions): FormBackend {
  const { drafts, now, connection, words, names, recall } = options;
  const reader = new SettingsReader({ connection, words, names, recall, projectId: subject.projectId });
  const saving = new SvnSaving(options, reader);
  return {
    drafts,
    now,
    read: (about, options) =>
      about.kind === "svn" ? reader.existing(about.repositoryId, options) : reader.fresh(options.signal),
    send: (sending, signal) => saving.send(ofSvn(sending), signal),
    judge: (sending, doubt) => saving.judge(ofSvn(sending), doubt),
    // Servers keep no history of settings.
    writingsSince: () => Promise.resolve([]),
    historyLength: () => Promise.resolve(undefined),
    writtenBeside: () => Promise.resolve([]),
  };
}
