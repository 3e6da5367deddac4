// Tells of commits that were made in VS Code. The git extension says when it has tried to make one; whether there is one, and
// what kind, has to be looked up.
import * as vscode from "vscode";
import type { Boundary } from "../../platform/boundary.ts";
import { type MadeHere, madeHere } from "../../store/commits/madeHere.ts";
import { resolveCommit } from "../../store/commits/resolveCommit.ts";
import type { OpenRepository, Workplace } from "../workplace.ts";
import { eachRepository } from "./eachRepository.ts";

export interface MadeCommit extends MadeHere {
  readonly repository: OpenRepository;
  readonly hash: string;
}

export class CommitWatch {
  readonly #boundary: Boundary;
  readonly #made = new vscode.EventEmitter<MadeCommit>();
  readonly made = this.#made.event;
  readonly #listening: vscode.Disposable;
  /** The last one of each repository that was told, or was there before: a commit that failed is none. */
  readonly #told = new WeakMap<OpenRepository, string>();

  constructor(workplace: Workplace, boundary: Boundary) {
    this.#boundary = boundary;
    this.#listening = vscode.Disposable.from(
      this.#made,
      eachRepository(workplace, (repository) => this.#watch(repository)),
    );
  }

  dispose(): void {
    this.#listening.dispose();
  }

  #watch(repository: OpenRepository): vscode.Disposable {
    const { git } = repository;
    this.#told.set(repository, git.state.HEAD?.commit ?? "");
    return git.onDidCommit(() => this.#boundary.start("commit", () => this.#look(repository)));
  }

  async #look(repository: OpenRepository): Promise<void> {
    const told = await resolveCommit(repository.asked, "HEAD");
    if (told.kind !== "resolved" || told.hash === this.#told.get(repository)) return;
    const { hash } = told;
    this.#told.set(repository, hash);
    // Who has sync follow a commit may be at one that was pulled.
    const made = await madeHere(repository.asked, hash);
    this.#made.fire({ repository, hash, ...(made ?? { shape: "other", previous: undefined }) });
  }
}
