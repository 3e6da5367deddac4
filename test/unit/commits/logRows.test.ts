import assert from "node:assert/strict";
import { CommitRows, partRows } from "../../../src/features/tree/artifactDetailRows.ts";
import { childrenOf } from "../../../src/features/tree/children.ts";
import type { CommitsNode, TreeNode } from "../../../src/features/tree/nodes.ts";
import type { Site } from "../../../src/model/site.ts";
import type { CommitSearch, FoundCommit, FoundCommits } from "../../../src/protocol/commands.ts";
import { browse, closeServers, label, open } from "../tree/browsing.ts";

const site: Site = {
  api: "https://demo.example.com/api",
  web: "https://demo.example.com",
  label: "Demo",
  format: "json",
  caFile: undefined,
};
const siteApi = site.api;
const node: CommitsNode = { kind: "commits", id: "row", site, siteApi, of: { siteApi, artifactId: 12 } };

function commit(hash: string): FoundCommit {
  return { repository: "r", hash, subject: `S ${hash}`, author: "Ada", authoredAt: "2026-01-01T00:00:00Z" };
}

function inShort(rows: readonly TreeNode[]): readonly string[] {
  return rows.map((row) => (row.kind === "commit" ? row.hash : label(row)));
}

/** A search that goes on as the test says. */
class Searches {
  readonly asked: CommitSearch[] = [];
  readonly redrawn: string[] = [];
  readonly redrawnRows: CommitsNode[] = [];
  readonly calledOff: number[] = [];
  readonly rows: CommitRows;
  #end: (answer: FoundCommits | undefined) => void = () => undefined;
  isPatient = true;

  constructor() {
    this.rows = new CommitRows(
      (_artifact, search) => {
        const number = this.asked.push(search);
        search.onCalledOff(() => this.calledOff.push(number));
        return new Promise((resolve) => {
          this.#end = resolve;
        });
      },
      (row) => {
        this.redrawn.push(row.id);
        this.redrawnRows.push(row);
      },
      () => (this.isPatient ? new Promise(() => undefined) : Promise.resolve()),
    );
  }

  async below(): Promise<readonly string[]> {
    return inShort(await this.rows.below(node));
  }

  end(commits: readonly FoundCommit[], more: Partial<FoundCommits> = {}): void {
    this.#end({ commits, isCut: false, problems: [], ...more });
  }

  endWithout(): void {
    this.#end(undefined);
  }
}

describe("the rows of commits below an artifact", () => {
  it("come at once where the search is quick, and are looked for anew the next time", async () => {
    const searches = new Searches();
    const first = searches.below();
    searches.end([commit("b"), commit("a")]);
    assert.deepEqual(await first, ["b", "a"]);
    const second = searches.below();
    searches.end([commit("c")]);
    assert.deepEqual(await second, ["c"]);
    assert.deepEqual([searches.asked.length, searches.redrawn], [2, []]);
  });

  it("are told to the row that was asked for last: a list that was drawn again knows no other", async () => {
    const searches = new Searches();
    searches.isPatient = false;
    await searches.below();
    const again = { ...node };
    await searches.rows.below(again);
    searches.end([commit("a")]);
    await new Promise(setImmediate);
    assert.ok(searches.redrawnRows.at(-1) === again);
  });

  it("come one after the other where it takes long, by one search", async () => {
    const searches = new Searches();
    searches.isPatient = false;
    const [search] = [await searches.below().then(() => searches.asked[0])];
    search?.onFound([commit("b")]);
    assert.deepEqual(searches.redrawn, ["row"]);
    assert.deepEqual(await searches.below(), ["b", "searchingCommits"]);
    searches.end([commit("b"), commit("a")], { isCut: true });
    await new Promise(setImmediate);
    assert.deepEqual(searches.redrawn, ["row", "row"]);
    assert.deepEqual(await searches.below(), ["b", "a", "commitsCut"]);
    assert.equal(searches.asked.length, 1);
  });

  it("end with the row that is closed", async () => {
    const searches = new Searches();
    searches.isPatient = false;
    assert.deepEqual(await searches.below(), ["searchingCommits"]);
    searches.rows.callOff(node);
    searches.endWithout();
    await new Promise(setImmediate);
    assert.deepEqual([searches.calledOff, searches.redrawn], [[1], []]);
    await searches.below();
    assert.equal(searches.asked.length, 2);
  });

  it("end also for who begins to listen for that afterwards", async () => {
    const searches = new Searches();
    searches.isPatient = false;
    await searches.below();
    searches.rows.callOff(node);
    let isStopped = false;
    searches.asked[0]?.onCalledOff(() => {
      isStopped = true;
    });
    assert.ok(isStopped);
  });

  it("say that there are none, and what could not be searched", async () => {
    const searches = new Searches();
    const none = searches.below();
    searches.end([]);
    assert.deepEqual(await none, ["noCommits"]);
    const failed = searches.rows.below(node);
    searches.end([commit("a")], { problems: ["One is gone.", "Two is gone."] });
    const rows = await failed;
    assert.deepEqual(inShort(rows), ["commitProblem", "commitProblem", "a"]);
    assert.equal(new Set(rows.map(({ id }) => id)).size, rows.length);
  });
});

describe("an artifact in the tree", () => {
  afterEach(closeServers);

  it("has a row for commits only where a repository of its site is open", async () => {
    const browsing = await browse({ dialect: "product" });
    const path = ["site", "allProjects", "Open Tides", "Bugs"];
    const artifact = (await open(browsing, ...path)).find(({ kind }) => kind === "artifact");
    assert.ok(artifact?.kind === "artifact");
    assert.deepEqual((await childrenOf(browsing, artifact)).map(label).includes("commits"), false);
    const asked: string[] = [];
    const hasCommits = (api: string): Promise<boolean> => {
      asked.push(api);
      return Promise.resolve(true);
    };
    const rows = { ...(await browsing.loadRows()), parts: partRows(browsing.catalog, hasCommits) };
    const row = (await childrenOf({ ...browsing, loadRows: () => Promise.resolve(rows) }, artifact)).at(-1);
    assert.deepEqual(row?.kind === "commits" && row.of, {
      siteApi: artifact.siteApi,
      artifactId: artifact.artifactId,
    });
    assert.deepEqual(asked, [artifact.siteApi]);
  });
});
