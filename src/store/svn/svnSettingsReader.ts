// Loads the base of a Subversion repository form. Not every server returns settings, and not every account can read
// them.
import { isFailure } from "../../model/failure.ts";
import { emptyDraft } from "../../model/form/draft.ts";
import type { ArtifactVersion } from "../../model/artifactVersion.ts";
import { svnSettingsComparisonKey, type SvnRepository, type SvnSettings } from "../../model/svn.ts";
import {
  getNewRepositoryOptions,
  getLastKnownSettings,
  createSvnForm,
  type SvnFormOptions,
  type SvnFormBase,
  type SvnFormTexts,
  copyFieldBases,
} from "../../model/svnForm.ts";
import type { Choice } from "../../model/tracker.ts";
import type { Connection } from "../connections.ts";
import type { LoadBaseOptions } from "../formBackend.ts";
import type { DraftBase } from "../storedDraft.ts";

/** Project and repository in the URL of a hosted repository. */
const hostedPathPattern = /\/svnplugin\/([^/]+\/[^/]+)\/?$/;

/**
 * The path of the repository's web page, derived from its URL, which has the project name as pages need it. `undefined`
 * if it isn't hosted by the platform.
 */
export function toSvnPagePath(address: string | undefined): string | undefined {
  if (address === undefined || !URL.canParse(address)) return undefined;
  const [, name] = hostedPathPattern.exec(new URL(address).pathname) ?? [];
  if (name === undefined) return undefined;
  try {
    return `plugins/svn/?${new URLSearchParams({ roottype: "svn", root: decodeURIComponent(name) }).toString()}`;
  } catch {
    return undefined;
  }
}

/** Known names, for servers that don't report them. */
export interface SvnNameAndUrl {
  readonly name?: string | undefined;
  readonly address?: string | undefined;
}

/** The server's defaults for a new repository. */
const defaultSettings: SvnSettings = {
  commitRules: { isReferenceMandatory: false, isMessageChangeAllowed: false },
  immutableTags: { paths: [], allowed: [] },
  accessFile: "",
  notifications: [],
  hasDefaultPermissions: undefined,
  others: {},
};

/** Servers report no version of settings, so a digest is used. */
export async function createSettingsVersion(settings: SvnSettings): Promise<ArtifactVersion> {
  const bytes = new TextEncoder().encode(svnSettingsComparisonKey(settings));
  const digest = await crypto.subtle.digest("SHA-256", bytes);
  return { kind: "tag", tag: `settings ${Buffer.from(digest).toString("hex")}` };
}

function toSvnBase(
  formOptions: SvnFormOptions,
  svnBase: SvnFormBase,
  revision: ArtifactVersion | undefined,
): DraftBase {
  return {
    form: createSvnForm(formOptions),
    revision,
    title: svnBase.name,
    itemName: undefined,
    tracker: { id: undefined, label: undefined },
    color: undefined,
    page: toSvnPagePath(svnBase.address),
    submittedBy: undefined,
    submittedOn: undefined,
    modifiedOn: undefined,
    changesetsUri: undefined,
    svn: svnBase,
  };
}

function omitUndefined({ name, address }: SvnNameAndUrl = {}): SvnNameAndUrl {
  return { ...(name === undefined ? {} : { name }), ...(address === undefined ? {} : { address }) };
}

/** A repository that was just created has the requested name. */
function getRepositoryName(older: DraftBase | undefined): string | undefined {
  if (older === undefined) return undefined;
  const { name } = getNewRepositoryOptions(older.form, emptyDraft);
  return older.svn?.name ?? (name === "" ? undefined : name);
}

/** Of the built-in groups only members and administrators can be notified. */
function canBeNotified({ id }: Pick<Choice, "id">): boolean {
  return !/_\d+$/.test(String(id)) || /_[34]$/.test(String(id));
}

interface SvnSettingsReaderOptions {
  readonly connect: () => Promise<Connection>;
  readonly projectId: number;
  readonly words: () => SvnFormTexts;
  readonly names: SvnNameAndUrl | undefined;
  /** Stored names, if neither the server nor the caller knows them. */
  readonly findNames: (repositoryId: number) => Promise<SvnNameAndUrl | undefined>;
}

/** For one form: data that doesn't change while it is open is loaded once. */
export class SvnSettingsReader {
  readonly #options: SvnSettingsReaderOptions;
  /** Whether the server returns repositories; `undefined` before the first request. */
  #canRead: boolean | undefined;
  /** The server has rejected a change for lack of permission, so the form is read-only. */
  #isReadOnly = false;
  #groups: readonly Choice[] | undefined;
  #projectLabel: string | undefined;

  constructor(options: SvnSettingsReaderOptions) {
    this.#options = options;
  }

  /** Call after a rejected change: the account doesn't administer the repository. */
  markReadOnly(): void {
    this.#isReadOnly = true;
  }

  /** A fresh load allows changes again, because permissions may have changed. */
  async loadExisting(repositoryId: number, { older, source, signal }: LoadBaseOptions): Promise<DraftBase> {
    if (source === "fresh") this.#isReadOnly = false;
    const repository = await this.loadRepository(repositoryId, signal);
    await this.#loadContext(signal);
    const names = { ...(await this.#options.findNames(repositoryId)), ...omitUndefined(this.#options.names) };
    const settings = repository?.settings;
    const previousSettings = settings === undefined ? getLastKnownSettings(older?.svn) : undefined;
    const svnBase: SvnFormBase = {
      name: repository?.name ?? getRepositoryName(older) ?? names.name,
      address: repository?.address ?? older?.svn?.address ?? names.address,
      projectLabel: this.#projectLabel,
      settings,
      earlier: previousSettings,
    };
    const isReadOnly = repository?.isReadOnly === true || this.#isReadOnly;
    const formOptions = this.#createFormOptions({ settings, previousSettings, isNew: false, isReadOnly });
    if (settings !== undefined) return toSvnBase(formOptions, svnBase, await createSettingsVersion(settings));
    const base = toSvnBase(formOptions, svnBase, undefined);
    return older === undefined ? base : { ...base, form: copyFieldBases(base.form, older.form) };
  }

  async loadNew(signal: AbortSignal): Promise<DraftBase> {
    await this.#canList(signal);
    await this.#loadContext(signal);
    // The server applies default permissions if they are left out, so show them as set.
    const settings = { ...defaultSettings, hasDefaultPermissions: this.#canRead === true ? true : undefined };
    const svnBase = { name: undefined, address: undefined, projectLabel: this.#projectLabel, settings };
    return toSvnBase(this.#createFormOptions({ settings, isNew: true }), svnBase, undefined);
  }

  /** `undefined` if the server doesn't support it. Otherwise a missing repository is a failure. */
  async loadRepository(repositoryId: number, signal?: AbortSignal): Promise<SvnRepository | undefined> {
    if (this.#canRead === false) return undefined;
    const { client } = await this.#options.connect();
    try {
      const repository = await client.svnRepository(repositoryId, signal);
      this.#canRead = true;
      return repository;
    } catch (failure) {
      if (!isFailure(failure) || failure.kind !== "notFound") throw failure;
      if (await this.#canList(signal)) throw failure;
      return undefined;
    }
  }

  /** Servers support both listing and loading repositories, or neither. */
  async #canList(signal: AbortSignal | undefined): Promise<boolean> {
    if (this.#canRead !== undefined) return this.#canRead;
    const { client } = await this.#options.connect();
    // No repository has this name.
    const found = await client.findSvnRepositories(this.#options.projectId, "-", signal);
    this.#canRead = found !== undefined;
    return this.#canRead;
  }

  #createFormOptions(
    options: Pick<SvnFormOptions, "settings" | "previousSettings" | "isNew" | "isReadOnly">,
  ): SvnFormOptions {
    const canRead = this.#canRead === true;
    const groups = this.#groups ?? [];
    return {
      ...options,
      texts: this.#options.words(),
      supportsLayout: canRead,
      hasDefaultPermissions: canRead,
      groups,
    };
  }

  /** The form also works without them; failed requests are retried next time. */
  async #loadContext(signal: AbortSignal): Promise<void> {
    const { client } = await this.#options.connect();
    const { projectId } = this.#options;
    const [project, groups] = await Promise.all([
      this.#projectLabel === undefined ? ignoreFailure(client.project(projectId, signal)) : undefined,
      this.#groups === undefined ? ignoreFailure(this.#loadNotifiableGroups(signal)) : undefined,
    ]);
    this.#projectLabel ??= project?.label;
    this.#groups ??= groups;
  }

  /** Empty if the server doesn't list groups. */
  async #loadNotifiableGroups(signal: AbortSignal): Promise<readonly Choice[]> {
    const { client } = await this.#options.connect();
    const groups = (await client.userGroups(this.#options.projectId, signal)) ?? [];
    return groups.filter(canBeNotified).map((group) => ({ ...group, isHidden: false, color: undefined }));
  }
}

async function ignoreFailure<T>(request: Promise<T>): Promise<T | undefined> {
  try {
    return await request;
  } catch (failure) {
    if (!isFailure(failure) || failure.kind === "canceled") throw failure;
    return undefined;
  }
}
