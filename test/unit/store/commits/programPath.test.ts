import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { programPath } from "../../../../src/store/commits/git.ts";
import { GitStage } from "./gitStage.ts";

describe("the path of a program", () => {
  let stage: GitStage;
  beforeEach(async () => {
    stage = await GitStage.open();
    await mkdir(stage.path("git"));
  });
  afterEach(() => stage.close());

  it("is that of the first one on the PATH that can be run", async () => {
    await mkdir(stage.path("a"));
    await writeFile(stage.path(join("a", "git")), "no program");
    await mkdir(stage.path("b"));
    const program = await stage.script(join("b", "git"), ["exit 0"]);
    const path = ["relative", ".", "", stage.folder, stage.path("a"), stage.path("b")].join(delimiter);
    assert.equal(programPath("git", path), program);
    assert.equal(programPath("git", stage.path("a")), "git");
  });

  it("is what it was where it has one, or leads somewhere from here", () => {
    for (const named of [stage.path("b"), "./git", "bin/git"]) assert.equal(programPath(named), named);
  });
});
