// What a form about a Subversion repository starts from, read from the server. Not every server can be asked for
// settings, and not everybody may see them.
import { isFailure } from "../../model/failure.ts";
import { untouched } from "../../model/form/draft.ts";
import type { Revision } from "../../model/revision.ts";
import { settingsKey, type SvnRepository, type SvnSettings } from "../../model/svn.ts";
import {
  beginningIn,
  keptIn,
  svnForm,
  type SvnFormParts,
  type SvnGround,
  type SvnWords,
  withBasesOf,
} from "../../model/svnForm.ts";
import type { Choice } from "../../model/tracker.ts";
import type { Connection } from "../connections.ts";
import type { ReadOptions } from "../formBackend.ts";
import type { Base } from "../keptDraft.ts";

/** What follows the platform's own path in an address: the project as it spells it, and the repository. */
const hosted = /\/svnplugin\/([^/]+\/[^/]+)\/?$/;

/**
 * The path of a repository's page on the site, which its address tells: a project's name is spelt there as pages want it.
 * Undefined for one that the platform does not host.
 */
export function svnPage(address: string | undefined): string | undefined {
  if (address === undefined || !URL.canParse(address)) return undefined;
  const [, name] = hosted.exec(new URL(address).pathname) ?? [];
  if (name === undefined) return undefined;
  try {
    return `plugins/svn/?${new URLSearchParams({ roottype: "svn", root: decodeURIComponent(name) }).toString()}`;
  } catch {
    return undefined;
  }
}

/** What a repository is known by, as long as the server does not tell. */
export interface SvnNames {
  readonly name?: string | undefined;
  readonly address?: string | undefined;
}

/** What a server sets into a new one that is told nothing. */
const untold: SvnSettings = {
  commitRules: { isReferenceMandatory: false, isMessageChangeAllowed: false },
  immutableTags: { paths: [], allowed: [] },
  accessFile: "",
  notifications: [],
  hasDefaultPermissions: undefined,
  others: {},
};

/** Servers name no state of them, so we do: by what they say. */
export async function revisionOf(settings: SvnSettings): Promise<Revision> {
  const bytes = new TextEncoder().encode(settingsKey(settings));
  const digest = await crypto.subtle.digest("SHA-256", bytes);
  return { kind: "tag", tag: `settings ${Buffer.from(digest).toString("hex")}` };
}

function baseOf(parts: SvnFormParts, ground: SvnGround, revision: Revision | undefined): Base {
  return {
    form: svnForm(parts),
    revision,
    title: ground.name,
    itemName: undefined,
    tracker: { id: undefined, label: undefined },
    color: undefined,
    page: svnPage(ground.address),
    submittedBy: undefined,
    submittedOn: undefined,
    modifiedOn: undefined,
    changesetsUri: undefined,
    svn: ground,
  };
}

/** Of what there is to know, what is known. */
function told({ name, address }: SvnNames = {}): SvnNames {
  return { ...(name === undefined ? {} : { name }), ...(address === undefined ? {} : { address }) };
}

/** One that was just made is called as it was to be. */
function nameIn(older: Base | undefined): string | undefined {
  if (older === undefined) return undefined;
  const { name } = beginningIn(older.form, untouched);
  return older.svn?.name ?? (name === "" ? undefined : name);
}

/** Of the groups that come with every project only the members and the administrators can be told. */
function canBeTold({ id }: Pick<Choice, "id">): boolean {
  return !/_\d+$/.test(String(id)) || /_[34]$/.test(String(id));
}

interface ReaderOptions {
  readonly connection: () => Promise<Connection>;
  readonly projectId: number;
  readonly words: () => SvnWords;
  readonly names: SvnNames | undefined;
  /** What is remembered of a repository, where neither the server nor whoever opened the form says. */
  readonly recall: (repositoryId: number) => Promise<SvnNames | undefined>;
}

/** Reads for one form: what does not change while it is open is asked for once. */
export class SettingsReader {
  readonly #options: ReaderOptions;
  /** Whether the server can be asked for repositories; undefined before it was. */
  #canRead: boolean | undefined;
  /** The server has refused a change: no other one will be taken, either. */
  #isRefused = false;
  #groups: readonly Choice[] | undefined;
  #projectLabel: string | undefined;

  constructor(options: ReaderOptions) {
    this.#options = options;
  }

  /** The account doesn't administer the repository, as a refused change has shown. */
  noteRefused(): void {
    this.#isRefused = true;
  }

  /** Whoever reads afresh may try again: they may administer the repository by now. */
  async existing(repositoryId: number, { older, how, signal }: ReadOptions): Promise<Base> {
    if (how === "fresh") this.#isRefused = false;
    const repository = await this.read(repositoryId, signal);
    await this.#readSurroundings(signal);
    const names = { ...(await this.#options.recall(repositoryId)), ...told(this.#options.names) };
    const settings = repository?.settings;
    const earlier = settings === undefined ? keptIn(older?.svn) : undefined;
    const ground: SvnGround = {
      name: repository?.name ?? nameIn(older) ?? names.name,
      address: repository?.address ?? older?.svn?.address ?? names.address,
      projectLabel: this.#projectLabel,
      settings,
      earlier,
    };
    const isReadOnly = repository?.isReadOnly === true || this.#isRefused;
    const parts = this.#parts({ settings, earlier, isNew: false, isReadOnly });
    if (settings !== undefined) return baseOf(parts, ground, await revisionOf(settings));
    const blind = baseOf(parts, ground, undefined);
    return older === undefined ? blind : { ...blind, form: withBasesOf(blind.form, older.form) };
  }

  async fresh(signal: AbortSignal): Promise<Base> {
    await this.#canList(signal);
    await this.#readSurroundings(signal);
    // Who leaves default permissions out gets them where there are some: it is better to see that.
    const settings = { ...untold, hasDefaultPermissions: this.#canRead === true ? true : undefined };
    const ground = { name: undefined, address: undefined, projectLabel: this.#projectLabel, settings };
    return baseOf(this.#parts({ settings, isNew: true }), ground, undefined);
  }

  /** Undefined where the server has no way to read one. Where it has, one that is not there is a failure. */
  async read(repositoryId: number, signal?: AbortSignal): Promise<SvnRepository | undefined> {
    if (this.#canRead === false) return undefined;
    const { client } = await this.#options.connection();
    try {
      const repository = await client.svn(repositoryId, signal);
      this.#canRead = true;
      return repository;
    } catch (failure) {
      if (!isFailure(failure) || failure.kind !== "notFound") throw failure;
      if (await this.#canList(signal)) throw failure;
      return undefined;
    }
  }

  /** A server that can list repositories can be asked for one; a server that can't has neither. */
  async #canList(signal: AbortSignal | undefined): Promise<boolean> {
    if (this.#canRead !== undefined) return this.#canRead;
    const { client } = await this.#options.connection();
    // Nothing is called so.
    const found = await client.svnNamed(this.#options.projectId, "-", signal);
    this.#canRead = found !== undefined;
    return this.#canRead;
  }

  #parts(of: Pick<SvnFormParts, "settings" | "earlier" | "isNew" | "isReadOnly">): SvnFormParts {
    const canRead = this.#canRead === true;
    const groups = this.#groups ?? [];
    return { ...of, words: this.#options.words(), takesLayout: canRead, hasPermissions: canRead, groups };
  }

  /** The form is there without them, too: what can't be read now is asked for the next time. */
  async #readSurroundings(signal: AbortSignal): Promise<void> {
    const { client } = await this.#options.connection();
    const { projectId } = this.#options;
    const [project, groups] = await Promise.all([
      this.#projectLabel === undefined ? unlessFailing(client.project(projectId, signal)) : undefined,
      this.#groups === undefined ? unlessFailing(this.#tellable(signal)) : undefined,
    ]);
    this.#projectLabel ??= project?.label;
    this.#groups ??= groups;
  }

  /** None where the server does not list groups: that won't change. */
  async #tellable(signal: AbortSignal): Promise<readonly Choice[]> {
    const { client } = await this.#options.connection();
    const groups = (await client.userGroups(this.#options.projectId, signal)) ?? [];
    return groups.filter(canBeTold).map((group) => ({ ...group, isHidden: false, color: undefined }));
  }
}

async function unlessFailing<T>(asking: Promise<T>): Promise<T | undefined> {
  try {
    return await asking;
  } catch (failure) {
    if (!isFailure(failure) || failure.kind === "cancelled") throw failure;
    return undefined;
  }
}
