import assert from "node:assert/strict";
import {
  CommitChildrenLoader,
  createArtifactChildrenLoader,
} from "../../../src/features/tree/artifactChildren.ts";
import { loadChildren } from "../../../src/features/tree/loadChildren.ts";
import type { CommitsNode, TreeNode } from "../../../src/features/tree/treeNodes.ts";
import type { Site } from "../../../src/model/site.ts";
import type {
  CommitSearchHandlers,
  MentioningCommit,
  MentioningCommitsResult,
} from "../../../src/protocol/commandArguments.ts";
import { createTreeFixture, closeServers, getLabel, openPath } from "../tree/treeFixture.ts";

const site: Site = {
  api: "https://demo.example.com/api",
  web: "https://demo.example.com",
  label: "Demo",
  format: "json",
  caFile: undefined,
};
const siteApi = site.api;
const node: CommitsNode = { kind: "commits", id: "row", site, siteApi, target: { siteApi, artifactId: 12 } };

function commit(hash: string): MentioningCommit {
  return { repository: "r", hash, subject: `S ${hash}`, author: "Ada", authoredAt: "2026-01-01T00:00:00Z" };
}

function summarize(rows: readonly TreeNode[]): readonly string[] {
  return rows.map((row) => (row.kind === "commit" ? row.hash : getLabel(row)));
}

/** Commit searches controlled by the test. */
class SearchFixture {
  readonly handlers: CommitSearchHandlers[] = [];
  readonly redrawnIds: string[] = [];
  readonly redrawnNodes: CommitsNode[] = [];
  readonly canceled: number[] = [];
  readonly commitChildren: CommitChildrenLoader;
  #end: (result: MentioningCommitsResult | undefined) => void = () => undefined;
  isFast = true;

  constructor() {
    this.commitChildren = new CommitChildrenLoader(
      (_artifact, search) => {
        const number = this.handlers.push(search);
        search.onCanceled(() => this.canceled.push(number));
        return new Promise((resolve) => {
          this.#end = resolve;
        });
      },
      (row) => {
        this.redrawnIds.push(row.id);
        this.redrawnNodes.push(row);
      },
      () => (this.isFast ? new Promise(() => undefined) : Promise.resolve()),
    );
  }

  async loadChildren(): Promise<readonly string[]> {
    return summarize(await this.commitChildren.getChildren(node));
  }

  end(commits: readonly MentioningCommit[], more: Partial<MentioningCommitsResult> = {}): void {
    this.#end({ commits, isTruncated: false, problems: [], ...more });
  }

  endWithout(): void {
    this.#end(undefined);
  }
}

describe("CommitChildren", () => {
  it("waits for a fast search, and searches again the next time", async () => {
    const fixture = new SearchFixture();
    const first = fixture.loadChildren();
    fixture.end([commit("b"), commit("a")]);
    assert.deepEqual(await first, ["b", "a"]);
    const second = fixture.loadChildren();
    fixture.end([commit("c")]);
    assert.deepEqual(await second, ["c"]);
    assert.deepEqual([fixture.handlers.length, fixture.redrawnIds], [2, []]);
  });

  it("redraws the latest instance of the node", async () => {
    const fixture = new SearchFixture();
    fixture.isFast = false;
    await fixture.loadChildren();
    const again = { ...node };
    await fixture.commitChildren.getChildren(again);
    fixture.end([commit("a")]);
    await new Promise(setImmediate);
    assert.ok(fixture.redrawnNodes.at(-1) === again);
  });

  it("shows partial results of a slow search", async () => {
    const fixture = new SearchFixture();
    fixture.isFast = false;
    const [search] = [await fixture.loadChildren().then(() => fixture.handlers[0])];
    search?.onFound([commit("b")]);
    assert.deepEqual(fixture.redrawnIds, ["row"]);
    assert.deepEqual(await fixture.loadChildren(), ["b", "searchingCommits"]);
    fixture.end([commit("b"), commit("a")], { isTruncated: true });
    await new Promise(setImmediate);
    assert.deepEqual(fixture.redrawnIds, ["row", "row"]);
    assert.deepEqual(await fixture.loadChildren(), ["b", "a", "commitsTruncated"]);
    assert.equal(fixture.handlers.length, 1);
  });

  it("cancels the search when the node is collapsed", async () => {
    const fixture = new SearchFixture();
    fixture.isFast = false;
    assert.deepEqual(await fixture.loadChildren(), ["searchingCommits"]);
    fixture.commitChildren.cancel(node);
    fixture.endWithout();
    await new Promise(setImmediate);
    assert.deepEqual([fixture.canceled, fixture.redrawnIds], [[1], []]);
    await fixture.loadChildren();
    assert.equal(fixture.handlers.length, 2);
  });

  it("cancels a search that starts after the node was collapsed", async () => {
    const fixture = new SearchFixture();
    fixture.isFast = false;
    await fixture.loadChildren();
    fixture.commitChildren.cancel(node);
    let isStopped = false;
    fixture.handlers[0]?.onCanceled(() => {
      isStopped = true;
    });
    assert.ok(isStopped);
  });

  it("shows messages for no commits and for problems", async () => {
    const fixture = new SearchFixture();
    const none = fixture.loadChildren();
    fixture.end([]);
    assert.deepEqual(await none, ["noCommits"]);
    const failed = fixture.commitChildren.getChildren(node);
    fixture.end([commit("a")], { problems: ["One is gone.", "Two is gone."] });
    const rows = await failed;
    assert.deepEqual(summarize(rows), ["commitProblem", "commitProblem", "a"]);
    assert.equal(new Set(rows.map(({ id }) => id)).size, rows.length);
  });
});

describe("an artifact in the tree", () => {
  afterEach(closeServers);

  it("has a node for commits only if a repository of its site is open", async () => {
    const treeFixture = await createTreeFixture({ dialect: "product" });
    const path = ["site", "allProjects", "Open Tides", "Bugs"];
    const artifact = (await openPath(treeFixture, ...path)).find(({ kind }) => kind === "artifact");
    assert.ok(artifact?.kind === "artifact");
    assert.deepEqual((await loadChildren(treeFixture, artifact)).map(getLabel).includes("commits"), false);
    const requestedSites: string[] = [];
    const hasCommits = (api: string): Promise<boolean> => {
      requestedSites.push(api);
      return Promise.resolve(true);
    };
    const childLoaders = {
      ...(await treeFixture.getChildLoaders()),
      artifacts: createArtifactChildrenLoader(treeFixture.catalog, hasCommits),
    };
    const row = (
      await loadChildren({ ...treeFixture, getChildLoaders: () => Promise.resolve(childLoaders) }, artifact)
    ).at(-1);
    assert.deepEqual(row?.kind === "commits" && row.target, {
      siteApi: artifact.siteApi,
      artifactId: artifact.artifactId,
    });
    assert.deepEqual(requestedSites, [artifact.siteApi]);
  });
});
