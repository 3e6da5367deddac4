// The rows below an artifact: its fields, attachments and commits.
import { attachmentsIn } from "../../model/attachment.ts";
import { fieldText } from "../../model/fields/registry.ts";
import type { ArtifactTarget, CommitSearch, FoundCommit, FoundCommits } from "../../protocol/commands.ts";
import type { Catalog } from "../../store/catalog.ts";
import { isKnown, listingRows, problemRows } from "./listingRows.ts";
import {
  type ArtifactNode,
  type CommitNode,
  type CommitsNode,
  type FieldsNode,
  noteRow,
  type TreeNode,
} from "./nodes.ts";

// What stands below an artifact.

/** Its attachments, and below them what its fields hold: both are told by one answer. */
async function partsOf(
  catalog: Catalog,
  hasCommits: (siteApi: string) => Promise<boolean>,
  parent: ArtifactNode,
): Promise<TreeNode[]> {
  const { id, site, siteApi, artifact, artifactId, trackerId, page } = parent;
  const listing = catalog.of(site).fields(artifact);
  await listing.load();
  return [
    ...problemRows(parent, listing),
    ...attachmentsIn(listing.items).map(({ fieldId, file }): TreeNode => {
      const own = `${id}/attachment/${fieldId}/${file.id}`;
      return { kind: "attachment", id: own, site, siteApi, artifactId, trackerId, page, fieldId, file };
    }),
    { kind: "fields", id: `${id}/fields`, site, siteApi, artifact },
    ...((await hasCommits(siteApi)) ? [commitsRow(parent)] : []),
  ];
}

function commitsRow({ id, site, siteApi, artifactId }: ArtifactNode): CommitsNode {
  return { kind: "commits", id: `${id}/commits`, site, siteApi, of: { siteApi, artifactId } };
}

async function fieldsOf(catalog: Catalog, parent: FieldsNode): Promise<TreeNode[]> {
  const { id, site, siteApi, artifact } = parent;
  const listing = catalog.of(site).fields(artifact);
  await listing.load();
  return listingRows(parent, listing, {
    of: "fields",
    items: listing.items.filter((item) => !isKnown(item) || fieldText(item.value).trim() !== ""),
    toRow: (field) => ({ kind: "field", id: `${id}/${field.fieldId}`, site, siteApi, field }),
  });
}

/** `hasCommits` says whether a repository is open whose commits may refer to artifacts of a site. */
export function partRows(
  catalog: Catalog,
  hasCommits: (siteApi: string) => Promise<boolean>,
): (parent: ArtifactNode | FieldsNode) => Promise<TreeNode[]> {
  return (parent) =>
    parent.kind === "artifact" ? partsOf(catalog, hasCommits, parent) : fieldsOf(catalog, parent);
}

// The rows of commits below an artifact. A search may take long in a large history: what was found is shown meanwhile.

type FindCommits = (artifact: ArtifactTarget, search: CommitSearch) => Promise<FoundCommits | undefined>;

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

  constructor(find: FindCommits, redraw: (node: CommitsNode) => void, node: CommitsNode) {
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
  readonly #find: FindCommits;
  readonly #redraw: (node: CommitsNode) => void;
  readonly #patience: () => Promise<void>;
  readonly #searches = new Map<string, Search>();

  /** `patience` resolves when what has been found so far is to be shown. */
  constructor(find: FindCommits, redraw: (node: CommitsNode) => void, patience: () => Promise<void>) {
    this.#find = find;
    this.#redraw = redraw;
    this.#patience = patience;
  }

  /** Looks anew each time, but for what is being looked for: git tells quickly whether anything is new. */
  async below(node: CommitsNode): Promise<TreeNode[]> {
    const search = this.#searches.get(node.id) ?? new Search(this.#find, this.#redraw, node);
    this.#searches.set(node.id, search);
    search.row = node;
    if (!search.isWatched) await Promise.race([search.over, this.#patience()]);
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
