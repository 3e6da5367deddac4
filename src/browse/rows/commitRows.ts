// The rows of commits below an artifact. A search may take long in a large history: what was found is shown meanwhile.
import type { ArtifactTarget, CommitSearch, FoundCommit, FoundCommits } from "../../protocol/commands.ts";
import type { CommitNode, CommitsNode, TreeNode } from "../nodes.ts";
import { noteRow } from "./noteRow.ts";

interface CommitRowsDependencies {
  readonly find: (artifact: ArtifactTarget, search: CommitSearch) => Promise<FoundCommits | undefined>;
  /** Draws the row again, with what is below it. */
  readonly redraw: (node: CommitsNode) => void;
  /** Resolves when it is time to show what there is. */
  readonly patience: () => Promise<void>;
}

class Search {
  readonly over: Promise<void>;
  readonly #stops: (() => void)[] = [];
  #found: readonly FoundCommit[] = [];
  #answer: FoundCommits | undefined;
  #isOver = false;
  #isCalledOff = false;
  /** Somebody has seen a part of it, and hears of the rest. */
  isWatched = false;
  /** The row that it was asked for last: VS Code knows no other, once the list above it was drawn again. */
  row: CommitsNode;

  constructor({ find, redraw }: CommitRowsDependencies, node: CommitsNode) {
    this.row = node;
    const tell = (): void => {
      if (this.isWatched && !this.#isCalledOff) redraw(this.row);
    };
    this.over = find(node.of, {
      onCalledOff: (stop) => {
        // Whoever left while the question was on its way has called it off already.
        if (this.#isCalledOff) stop();
        else this.#stops.push(stop);
      },
      onFound: (commits) => {
        this.#found = commits;
        tell();
      },
    })
      .then((answer) => {
        this.#answer = answer;
        this.#found = answer?.commits ?? this.#found;
      })
      .finally(() => {
        this.#isOver = true;
        tell();
      });
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  callOff(): void {
    this.#isCalledOff = true;
    for (const stop of this.#stops) stop();
  }

  rows({ id, site, siteApi }: CommitsNode): TreeNode[] {
    const problems = this.#answer?.problems ?? [];
    const rows: TreeNode[] = [
      ...problems.map((text, at) => noteRow(`${id}/${at}`, { kind: "commitProblem", text } as const)),
      ...this.#found.map((commit): CommitNode => {
        return { kind: "commit", id: `${id}/${commit.hash}`, site, siteApi, ...commit };
      }),
    ];
    if (!this.#isOver) return [...rows, noteRow(id, { kind: "searchingCommits" })];
    if (this.#answer?.isCut === true) {
      return [...rows, noteRow(id, { kind: "commitsCut", shown: this.#found.length })];
    }
    return rows.length > 0 ? rows : [noteRow(id, { kind: "noCommits" })];
  }
}

export class CommitRows {
  readonly #dependencies: CommitRowsDependencies;
  readonly #searches = new Map<string, Search>();

  constructor(dependencies: CommitRowsDependencies) {
    this.#dependencies = dependencies;
  }

  /** Looks anew each time, but for what is being looked for: git tells quickly whether anything is new. */
  async below(node: CommitsNode): Promise<TreeNode[]> {
    const search = this.#searches.get(node.id) ?? new Search(this.#dependencies, node);
    this.#searches.set(node.id, search);
    search.row = node;
    if (!search.isWatched) await Promise.race([search.over, this.#dependencies.patience()]);
    if (search.isOver) this.#searches.delete(node.id);
    else search.isWatched = true;
    return search.rows(node);
  }

  /** Nobody looks at them any more. */
  callOff({ id }: CommitsNode): void {
    this.#searches.get(id)?.callOff();
    this.#searches.delete(id);
  }
}
