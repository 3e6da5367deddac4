// Tells of commits that were made in VS Code. The git extension says when it has tried to make one; whether there is one, and
// what kind, has to be looked up.
import * as vscode from "vscode";
import type { Boundary } from "../../platform/boundary.ts";
import { isMadeHere } from "../../store/commits/madeHere.ts";
import { resolveCommit } from "../../store/commits/resolveCommit.ts";
import type { OpenRepository, Workplace } from "../workplace.ts";
import { eachRepository } from "./eachRepository.ts";
import { HeadTrail } from "./headTrail.ts";

export interface MadeCommit {
  readonly repository: OpenRepository;
  readonly hash: string;
  /** Where the repository was before. */
  readonly previous: string | undefined;
  /** `plain` is on top of where one was, an amended one has taken that one's place. */
  readonly shape: "plain" | "merge" | "amended" | "other";
}

async function hashOf({ asked }: OpenRepository, name: string): Promise<string | undefined> {
  const told = await resolveCommit(asked, name);
  return told.kind === "resolved" ? told.hash : undefined;
}

async function shapeOf(
  repository: OpenRepository,
  hash: string,
  previous: string | undefined,
): Promise<MadeCommit["shape"]> {
  const [isMade, parent, second, parentBefore] = await Promise.all([
    // Who has sync follow a commit may be at one that was pulled.
    isMadeHere(repository.asked, hash),
    hashOf(repository, `${hash}^1`),
    hashOf(repository, `${hash}^2`),
    previous === undefined ? undefined : hashOf(repository, `${previous}^1`),
  ]);
  if (!isMade) return "other";
  if (second !== undefined) return "merge";
  if (parent === previous) return "plain";
  return previous !== undefined && parent === parentBefore ? "amended" : "other";
}

export class CommitWatch {
  readonly #boundary: Boundary;
  readonly #made = new vscode.EventEmitter<MadeCommit>();
  readonly made = this.#made.event;
  readonly #listening: vscode.Disposable;

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
    const trail = new HeadTrail(git.state.HEAD?.commit);
    return vscode.Disposable.from(
      git.state.onDidChange(() => trail.note(git.state.HEAD?.commit)),
      git.onDidCommit(() => this.#boundary.start("commit", () => this.#look(repository, trail))),
    );
  }

  async #look(repository: OpenRepository, trail: HeadTrail): Promise<void> {
    const hash = await hashOf(repository, "HEAD");
    const made = hash === undefined ? undefined : trail.made(hash);
    if (hash === undefined || made === undefined) return;
    const { previous } = made;
    const shape = await shapeOf(repository, hash, previous);
    this.#made.fire({ repository, hash, previous, shape });
  }
}
