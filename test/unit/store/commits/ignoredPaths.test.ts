import assert from "node:assert/strict";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { listIgnoredPaths } from "../../../../src/store/commits/git.ts";
import { GitFixture, type TestRepository } from "./gitFixture.ts";

describe("listIgnoredPaths", () => {
  let fixture: GitFixture;
  let repository: TestRepository;

  beforeEach(async () => {
    fixture = await GitFixture.open();
    repository = fixture.createRepository("here");
    await repository.writeFile(".gitignore", "out/\n*.log\n/link\n");
    await write("src/a.ts", "src/a.log", "out/deep/b.ts", "logs/c.log", "real/d.ts");
    await mkdir(join(repository.folder, "empty"));
  });
  afterEach(() => fixture.close());

  async function write(...names: readonly string[]): Promise<void> {
    for (const name of names) {
      const file = join(repository.folder, name);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, "");
    }
  }

  const list = (...paths: readonly string[]): Promise<readonly string[]> =>
    listIgnoredPaths(repository.repository, paths);

  it("lists files, and folders without what is in them", async () => {
    assert.deepEqual(await list(), ["logs/c.log", "out/", "src/a.log"]);
    assert.deepEqual(await list("src"), ["src/a.log"]);
    assert.deepEqual(await list("src/a.ts", "src/a.log", "out/deep/b.ts"), ["out/", "src/a.log"]);
    assert.deepEqual(await list("out/deep"), ["out/"]);
    assert.deepEqual(await list("src/a.ts", "missing.log"), []);
  });

  it("lists no tracked files, and follows .gitignore", async () => {
    repository.runGit(["add", "--force", "src/a.log", "out/deep/b.ts"]);
    assert.deepEqual(await list(), ["logs/c.log"]);
    assert.deepEqual(await list("src/a.log", "out/deep/b.ts"), []);
    await repository.writeFile(".gitignore", "*.ts\n");
    assert.deepEqual(await list("logs/c.log", "src/a.ts"), ["src/a.ts"]);
  });

  it("takes paths literally", async () => {
    for (const name of ["--stdin", ":(top)a", ":!a", "a\nb", "*", "-v"]) {
      await write(name, `${name}.log`);
      assert.deepEqual(await list(`${name}.log`), [`${name}.log`]);
      assert.deepEqual(await list(name), [], name);
    }
  });

  it("lists other files, too, if some are behind a link or in a submodule", async () => {
    await symlink("real", join(repository.folder, "link"));
    const other = fixture.createRepository("other");
    await other.commitFile("e.log", "", "Add");
    const fromFile = ["-c", "protocol.file.allow=always"];
    repository.runGit([...fromFile, "submodule", "--quiet", "add", other.folder, "sub"]);
    assert.deepEqual(await list("link/d.ts", "sub/e.log", "src/a.log"), ["src/a.log"]);
    assert.deepEqual(await list(), ["link", "logs/c.log", "out/", "src/a.log"]);
  });

  it("lists nothing if git fails", async () => {
    assert.deepEqual(await list("../a.log"), []);
    assert.deepEqual(await listIgnoredPaths({ ...repository.repository, folder: fixture.folder }, []), []);
  });
});
