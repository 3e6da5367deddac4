import type { Project } from "./project.ts";

export interface SvnNotification {
  readonly path: string;
  readonly emails: readonly string[];
  readonly userIds: readonly number[];
  /** Group ids as written. */
  readonly groupIds: readonly string[];
}

export interface SvnSettings {
  readonly isReferenceMandatory: boolean;
  readonly isCommitMessageChangeAllowed: boolean;
  readonly immutablePaths: readonly string[];
  readonly immutableExceptions: readonly string[];
  readonly accessFile: string;
  readonly notifications: readonly SvnNotification[];
  readonly hasDefaultPermissions: boolean;
}

export interface SvnRepository {
  readonly id: number;
  readonly project: Project;
  readonly name: string;
  readonly settings: SvnSettings;
}

export const defaultSvnSettings: SvnSettings = {
  isReferenceMandatory: false,
  isCommitMessageChangeAllowed: false,
  immutablePaths: [],
  immutableExceptions: [],
  accessFile: "",
  notifications: [],
  hasDefaultPermissions: true,
};

/** The Subversion repositories, of which only the settings exist. */
export class SvnRepositories {
  readonly #byId: Map<number, SvnRepository>;
  readonly #queued = new Set<number>();
  #lastId: number;

  constructor(repositories: readonly SvnRepository[]) {
    this.#byId = new Map(repositories.map((repository) => [repository.id, repository]));
    this.#lastId = Math.max(0, ...this.#byId.keys());
  }

  find(id: number): SvnRepository | undefined {
    return this.#byId.get(id);
  }

  getInProject(project: Project): readonly SvnRepository[] {
    return [...this.#byId.values()].filter(
      (repository) => repository.project === project && !this.#queued.has(repository.id),
    );
  }

  create(project: Project, name: string, settings: SvnSettings): SvnRepository {
    this.#lastId += 1;
    const repository = { id: this.#lastId, project, name, settings };
    this.#byId.set(repository.id, repository);
    return repository;
  }

  updateSettings(repository: SvnRepository, settings: SvnSettings): SvnRepository {
    const changed = { ...repository, settings };
    this.#byId.set(repository.id, changed);
    return changed;
  }

  /** False if it was queued before. */
  queueDeletion({ id }: SvnRepository): boolean {
    if (this.#queued.has(id)) return false;
    this.#queued.add(id);
    return true;
  }
}
