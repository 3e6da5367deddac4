import assert from "node:assert/strict";
import { findPermalink } from "../../../../src/store/commits/permalink.ts";
import { GitFixture, type TestRepository } from "./gitFixture.ts";

describe("files of a repository", () => {
  let fixture: GitFixture;
  let repository: TestRepository;
  beforeEach(async () => {
    fixture = await GitFixture.open();
    repository = fixture.createRepository("here");
  });
  afterEach(() => fixture.close());

  const findLink = (
    lines: readonly string[],
    firstLine: number,
    lastLine = firstLine,
    path = "tide.ts",
  ): Promise<string | undefined> =>
    findPermalink(repository.repository, { path, lines, firstLine, lastLine }, []);

  /** As if HEAD were pushed. */
  function markPushed(): string {
    const hash = repository.runGit(["rev-parse", "HEAD"]);
    repository.runGit(["update-ref", "refs/remotes/origin/main", hash]);
    return hash;
  }

  it("have a permalink to the committed lines once HEAD is pushed", async () => {
    await repository.commitFile("tide.ts", "one\r\ntwo\r\nthree\r\n", "Add");
    const current = ["new", "one", "two", "three", "four"];
    assert.equal(await findLink(current, 2, 3), undefined, "there is no remote");
    repository.runGit(["remote", "add", "origin", "git@github.com:ada/tides.git"]);
    assert.equal(await findLink(current, 2, 3), undefined, "it isn't pushed");
    const hash = markPushed();
    const page = `https://github.com/ada/tides/blob/${hash}/tide.ts`;
    assert.equal(await findLink(current, 2, 3), `${page}#L2-L3`);
    assert.equal(await findLink(current, 1), `${page}#L1`);
    assert.equal(await findLink(current, 0), undefined, "the line isn't committed");
    assert.equal(await findLink(current, 3, 4), undefined, "the last line isn't committed");
    assert.equal(await findLink(["one", "2", "three"], 0, 2), undefined, "a line between isn't committed");
    assert.equal(await findLink(["one", "three"], 0, 1), undefined, "a line was removed");
    assert.equal(await findLink(current, 1, 1, "other.ts"), undefined, "the file isn't committed");
  });

  it("have a permalink to a first line after a byte order mark", async () => {
    await repository.commitFile("tide.ts", "\uFEFFone\ntwo\n", "Add");
    repository.runGit(["remote", "add", "origin", "git@github.com:ada/tides.git"]);
    const hash = markPushed();
    assert.equal(await findLink(["one", "two"], 0), `https://github.com/ada/tides/blob/${hash}/tide.ts#L1`);
  });

  it("have no permalink without a commit, and on hosts without known pages", async () => {
    assert.equal(await findLink(["one"], 0), undefined);
    await repository.commitFile("tide.ts", "one\n", "Add");
    repository.runGit(["remote", "add", "origin", "https://git.example.com/ada/tides.git"]);
    markPushed();
    assert.equal(await findLink(["one"], 0), undefined);
  });
});
