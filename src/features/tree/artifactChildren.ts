// Loads the children of an artifact: its attachments, fields and commits.
import { findAttachments } from "../../model/attachment.ts";
import { toFieldText } from "../../model/fields/registry.ts";
import type {
  ArtifactTarget,
  CommitSearchHandlers,
  MentioningCommit,
  MentioningCommitsResult,
} from "../../protocol/commandArguments.ts";
import type { Catalog } from "../../store/catalog.ts";
import { isReadable, createPagedListNodes, createFailureNodes } from "./pagedListNodes.ts";
import {
  type ArtifactNode,
  type CommitNode,
  type CommitsNode,
  type FieldsNode,
  createMessageNode,
  type TreeNode,
} from "./treeNodes.ts";

/** Attachments and fields come from the same response. */
async function loadArtifactChildren(
  catalog: Catalog,
  hasCommits: (siteApi: string) => Promise<boolean>,
  parent: ArtifactNode,
): Promise<TreeNode[]> {
  const { id, site, siteApi, artifact, artifactId, trackerId, page } = parent;
  const list = catalog.getSite(site).fieldValues(artifact);
  await list.load();
  return [
    ...createFailureNodes(parent, list),
    ...findAttachments(list.items).map(({ fieldId, file }): TreeNode => {
      const attachmentId = `${id}/attachment/${fieldId}/${file.id}`;
      return {
        kind: "attachment",
        id: attachmentId,
        site,
        siteApi,
        artifactId,
        trackerId,
        page,
        fieldId,
        file,
      };
    }),
    { kind: "fields", id: `${id}/fields`, site, siteApi, artifact },
    ...((await hasCommits(siteApi)) ? [createCommitsNode(parent)] : []),
  ];
}

function createCommitsNode({ id, site, siteApi, artifactId }: ArtifactNode): CommitsNode {
  return { kind: "commits", id: `${id}/commits`, site, siteApi, target: { siteApi, artifactId } };
}

async function loadFieldNodes(catalog: Catalog, parent: FieldsNode): Promise<TreeNode[]> {
  const { id, site, siteApi, artifact } = parent;
  const list = catalog.getSite(site).fieldValues(artifact);
  await list.load();
  return createPagedListNodes(parent, list, {
    missing: "fields",
    items: list.items.filter((item) => !isReadable(item) || toFieldText(item.value).trim() !== ""),
    toNode: (field) => ({ kind: "field", id: `${id}/${field.fieldId}`, site, siteApi, field }),
  });
}

/** `hasCommits` says whether a repository is open whose commits may refer to artifacts of a site. */
export function createArtifactChildrenLoader(
  catalog: Catalog,
  hasCommits: (siteApi: string) => Promise<boolean>,
): (parent: ArtifactNode | FieldsNode) => Promise<TreeNode[]> {
  return (parent) =>
    parent.kind === "artifact"
      ? loadArtifactChildren(catalog, hasCommits, parent)
      : loadFieldNodes(catalog, parent);
}

// A search may take long in a large history, so partial results are shown meanwhile.

type FindCommits = (
  artifact: ArtifactTarget,
  search: CommitSearchHandlers,
) => Promise<MentioningCommitsResult | undefined>;

class RunningCommitSearch {
  readonly finished: Promise<void>;
  readonly #cancelHandlers: (() => void)[] = [];
  #found: readonly MentioningCommit[] = [];
  #result: MentioningCommitsResult | undefined;
  #isFinished = false;
  #isCanceled = false;
  /** Partial results are shown, so changes have to be redrawn. */
  isShown = false;
  /** The latest instance of the node: VS Code redraws no other. */
  node: CommitsNode;

  constructor(find: FindCommits, redraw: (node: CommitsNode) => void, node: CommitsNode) {
    this.node = node;
    const redrawIfShown = (): void => {
      if (this.isShown && !this.#isCanceled) redraw(this.node);
    };
    this.finished = find(node.target, {
      onCanceled: (cancelSearch) => {
        // The node may have been collapsed before the search could be canceled.
        if (this.#isCanceled) cancelSearch();
        else this.#cancelHandlers.push(cancelSearch);
      },
      onFound: (commits) => {
        this.#found = commits;
        redrawIfShown();
      },
    })
      .then((result) => {
        this.#result = result;
        this.#found = result?.commits ?? this.#found;
      })
      .finally(() => {
        this.#isFinished = true;
        redrawIfShown();
      });
  }

  get isFinished(): boolean {
    return this.#isFinished;
  }

  cancel(): void {
    this.#isCanceled = true;
    for (const cancelSearch of this.#cancelHandlers) cancelSearch();
  }

  createNodes({ id, site, siteApi }: CommitsNode): TreeNode[] {
    const problems = this.#result?.problems ?? [];
    const rows: TreeNode[] = [
      ...problems.map((text, at) =>
        createMessageNode(`${id}/${at}`, { kind: "commitProblem", text } as const),
      ),
      ...this.#found.map((commit): CommitNode => {
        return { kind: "commit", id: `${id}/${commit.hash}`, site, siteApi, ...commit };
      }),
    ];
    if (!this.#isFinished) return [...rows, createMessageNode(id, { kind: "searchingCommits" })];
    if (this.#result?.isTruncated === true) {
      return [...rows, createMessageNode(id, { kind: "commitsTruncated", shownCount: this.#found.length })];
    }
    return rows.length > 0 ? rows : [createMessageNode(id, { kind: "noCommits" })];
  }
}

export class CommitChildrenLoader {
  readonly #find: FindCommits;
  readonly #redraw: (node: CommitsNode) => void;
  readonly #waitForDelay: () => Promise<void>;
  readonly #searches = new Map<string, RunningCommitSearch>();

  /** `waitForDelay` resolves when partial results are to be shown. */
  constructor(find: FindCommits, redraw: (node: CommitsNode) => void, waitForDelay: () => Promise<void>) {
    this.#find = find;
    this.#redraw = redraw;
    this.#waitForDelay = waitForDelay;
  }

  /** Searches again each time, except while a search is running; git is fast when there are no new commits. */
  async getChildren(node: CommitsNode): Promise<TreeNode[]> {
    const search = this.#searches.get(node.id) ?? new RunningCommitSearch(this.#find, this.#redraw, node);
    this.#searches.set(node.id, search);
    search.node = node;
    if (!search.isShown) await Promise.race([search.finished, this.#waitForDelay()]);
    if (search.isFinished) this.#searches.delete(node.id);
    else search.isShown = true;
    return search.createNodes(node);
  }

  /** Called when the node is collapsed. */
  cancel({ id }: CommitsNode): void {
    this.#searches.get(id)?.cancel();
    this.#searches.delete(id);
  }
}
