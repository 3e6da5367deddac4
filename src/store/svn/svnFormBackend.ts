// Loads and saves forms of Subversion repositories.
import { type Failure, isFailure } from "../../model/failure.ts";
import { isSvnSubject, type SvnFormSubject } from "../../model/form/formSubject.ts";
import { svnSettingsComparisonKey, type SvnRepository } from "../../model/svn.ts";
import {
  getNewRepositoryOptions,
  getLastKnownSettings,
  toSvnSettings,
  svnFieldIds,
  type SvnFormTexts,
} from "../../model/svnForm.ts";
import type { Connection } from "../connections.ts";
import type { DraftStore } from "../draftStore.ts";
import type { FormBackend } from "../formBackend.ts";
import {
  type OutcomeCheckRequest,
  toFailedSaveOutcome,
  type SaveOutcome,
  type SaveRequest,
  type OutcomeCheckResult,
} from "../formBackend.ts";
import { createSettingsVersion, SvnSettingsReader, type SvnNameAndUrl } from "./svnSettingsReader.ts";

interface SvnFormBackendOptions {
  readonly connect: () => Promise<Connection>;
  readonly drafts: DraftStore;
  readonly now: () => number;
  readonly words: () => SvnFormTexts;
  readonly names: SvnNameAndUrl | undefined;
  readonly findNames: (repositoryId: number) => Promise<SvnNameAndUrl | undefined>;
  /** Called when a repository was created or changed. */
  readonly onSaved: (repository: Pick<SvnRepository, "id" | "name" | "address">) => void;
}

const unknownResult: OutcomeCheckResult = { kind: "unknown", candidates: [] };

/** Reported for a duplicate or missing name. */
const nameConflictStatus = 409;

function toSvnOutcome(failure: Failure, request: SaveRequest): SaveOutcome {
  const isNameConflict = failure.request.status === nameConflictStatus && request.subject.kind === "newSvn";
  if (isNameConflict) return { kind: "rejected", failure, fieldId: svnFieldIds.name };
  const sentFieldIds = request.base.form.fields.map(({ id }) => id);
  return toFailedSaveOutcome(failure, request, sentFieldIds);
}

/** Only a new repository gets a name. */
function getNewName({ subject, base, draft }: SaveRequest): string | undefined {
  const name = subject.kind === "newSvn" ? getNewRepositoryOptions(base.form, draft).name : "";
  return name === "" ? undefined : name;
}

function toSvnRequest(request: SaveRequest): SaveRequest<SvnFormSubject> {
  const { subject } = request;
  if (!isSvnSubject(subject)) throw new Error("Expected the subject of a repository form.");
  return { ...request, subject };
}

class SvnSaver {
  readonly #options: SvnFormBackendOptions;
  readonly #reader: SvnSettingsReader;

  constructor(options: SvnFormBackendOptions, reader: SvnSettingsReader) {
    this.#options = options;
    this.#reader = reader;
  }

  async save(request: SaveRequest<SvnFormSubject>, signal: AbortSignal): Promise<SaveOutcome> {
    const { subject, base, mode } = request;
    // Settings that couldn't be loaded would be overwritten, so the user has to confirm.
    const areSettingsUnknown = subject.kind === "svn" && base.svn?.settings === undefined;
    if (areSettingsUnknown && mode === "checked") return { kind: "noVersion" };
    const sentAt = this.#options.now();
    try {
      const repository = await this.#write(request, signal);
      const name = repository.name ?? base.svn?.name ?? getNewName(request);
      const address = repository.address ?? base.svn?.address;
      this.#options.onSaved({ id: repository.id, name, address });
      const { settings } = repository;
      // A new repository has other fields than the creation form, so the next load replaces them.
      const hasVersion = subject.kind === "svn" && settings !== undefined && !areSettingsUnknown;
      return {
        kind: "saved",
        id: repository.id,
        revision: hasVersion ? await createSettingsVersion(settings) : undefined,
      };
    } catch (failure) {
      if (!isFailure(failure)) throw failure;
      const isForbidden = failure.kind === "forbidden" && subject.kind === "svn";
      if (isForbidden) this.#reader.markReadOnly();
      if (isForbidden) return { kind: "rejected", failure, fieldId: undefined, isPermanent: true };
      if (failure.kind !== "outcomeUnknown") return toSvnOutcome(failure, request);
      const checked = await this.checkOutcome(request, { sentAt, attempt: "first" });
      return checked.kind === "notSaved" ? { kind: "failed", failure } : checked;
    }
  }

  async checkOutcome(
    request: SaveRequest<SvnFormSubject>,
    check: OutcomeCheckRequest,
  ): Promise<OutcomeCheckResult> {
    const { subject } = request;
    try {
      return subject.kind === "newSvn"
        ? await this.#checkCreation(request, subject.projectId, check)
        : await this.#checkUpdate(request, subject.repositoryId);
    } catch (failure) {
      if (!isFailure(failure)) throw failure;
      return unknownResult;
    }
  }

  async #write(
    { subject, base: { form, svn }, draft }: SaveRequest<SvnFormSubject>,
    signal: AbortSignal,
  ): Promise<SvnRepository> {
    const { client } = await this.#options.connect();
    const settings = toSvnSettings(form, draft, getLastKnownSettings(svn));
    if (subject.kind === "svn") return client.updateSvnSettings(subject.repositoryId, settings, signal);
    return client.createSvnRepository(
      subject.projectId,
      { ...getNewRepositoryOptions(form, draft), settings },
      signal,
    );
  }

  /** A repository with that name may belong to someone else, unless it has the sent settings. */
  async #checkCreation(
    { base, draft }: SaveRequest,
    projectId: number,
    { attempt }: OutcomeCheckRequest,
  ): Promise<OutcomeCheckResult> {
    const { client } = await this.#options.connect();
    const found = await client.findSvnRepositories(projectId, getNewRepositoryOptions(base.form, draft).name);
    if (found === undefined) return unknownResult;
    const [repository] = found;
    // A new repository that isn't found may still appear.
    if (repository === undefined) return attempt === "again" ? { kind: "notSaved" } : unknownResult;
    const settings = (await this.#reader.loadRepository(repository.id))?.settings;
    const sent = toSvnSettings(base.form, draft, base.svn?.settings);
    if (settings === undefined || svnSettingsComparisonKey(settings) !== svnSettingsComparisonKey(sent)) {
      return unknownResult;
    }
    this.#options.onSaved(repository);
    return { kind: "saved", id: repository.id, revision: undefined };
  }

  async #checkUpdate({ base, draft }: SaveRequest, repositoryId: number): Promise<OutcomeCheckResult> {
    const settings = (await this.#reader.loadRepository(repositoryId))?.settings;
    const before = base.svn?.settings;
    if (settings === undefined || before === undefined) return unknownResult;
    const currentKey = svnSettingsComparisonKey(settings);
    if (currentKey === svnSettingsComparisonKey(toSvnSettings(base.form, draft, before))) {
      return { kind: "saved", id: repositoryId, revision: await createSettingsVersion(settings) };
    }
    return currentKey === svnSettingsComparisonKey(before) ? { kind: "notSaved" } : unknownResult;
  }
}

export function createSvnFormBackend(subject: SvnFormSubject, options: SvnFormBackendOptions): FormBackend {
  const { drafts, now, connect, words, names, findNames } = options;
  const reader = new SvnSettingsReader({ connect, words, names, findNames, projectId: subject.projectId });
  const saver = new SvnSaver(options, reader);
  return {
    drafts,
    now,
    loadBase: (formSubject, loadOptions) =>
      formSubject.kind === "svn"
        ? reader.loadExisting(formSubject.repositoryId, loadOptions)
        : reader.loadNew(loadOptions.signal),
    save: (request, signal) => saver.save(toSvnRequest(request), signal),
    checkOutcome: (request, check) => saver.checkOutcome(toSvnRequest(request), check),
    // Servers have no history of settings.
    loadEntriesSince: () => Promise.resolve([]),
    loadHistoryLength: () => Promise.resolve(undefined),
    loadConcurrentEntries: () => Promise.resolve([]),
  };
}
