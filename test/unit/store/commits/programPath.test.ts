import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { findProgram } from "../../../../src/store/commits/git.ts";
import { GitFixture } from "./gitFixture.ts";

describe("findProgram", () => {
  let fixture: GitFixture;
  beforeEach(async () => {
    fixture = await GitFixture.open();
    await mkdir(fixture.getPath("git"));
  });
  afterEach(() => fixture.close());

  it("returns the first executable on the PATH", async () => {
    await mkdir(fixture.getPath("a"));
    await writeFile(fixture.getPath(join("a", "git")), "no program");
    await mkdir(fixture.getPath("b"));
    const program = await fixture.createScript(join("b", "git"), ["exit 0"]);
    const path = ["relative", ".", "", fixture.folder, fixture.getPath("a"), fixture.getPath("b")].join(
      delimiter,
    );
    assert.equal(findProgram("git", path), program);
    assert.equal(findProgram("git", fixture.getPath("a")), "git");
  });

  it("returns paths unchanged", () => {
    for (const program of [fixture.getPath("b"), "./git", "bin/git"]) {
      assert.equal(findProgram(program), program);
    }
  });
});
