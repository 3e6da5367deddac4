// Which files the References view lists, how it follows changes, and how searches and requests replace each other. The
// server's dialect doesn't matter here.
import assert from "node:assert/strict";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import * as vscode from "vscode";
import {
  createWorkspaceReferencesFeature,
  type WorkspaceReferencesFeature,
} from "../../src/features/commits/workspaceReferences/feature.ts";
import type { ReferenceRow } from "../../src/features/commits/workspaceReferences/referenceRows.ts";
import type { FileReference } from "../../src/store/references/referenceIndex.ts";
import { signIn } from "../support/fixtures/testStore.ts";
import { assertEventually, waitUntil } from "../support/wait.ts";
import { TestRepository } from "../unit/store/commits/gitFixture.ts";
import { fetchArtifactIds } from "../unit/store/references/fetchArtifactIds.ts";
import { AfterCommitFixture } from "./afterCommitFixture.ts";
import { updateSetting } from "./commitFixture.ts";
import { FakeQuickInputs } from "./fakeQuickInputs.ts";
import { FakeReferencesView, getRowLabel, ReferencesFolder } from "./referencesFolder.ts";

const bugs = 11;
const requests = 12;
/** In a project that the member can't access. */
const testCases = 31;
const missingId = 999_998;
const { findFiles } = vscode.workspace;

type FindFiles = typeof findFiles;

/** VS Code's file search, which starts when it is released. Ignores that it is canceled until then. */
class HeldSearch {
  count = 0;
  isDone = false;
  #release: () => void = () => undefined;
  readonly #released = new Promise<void>((resolve) => {
    this.#release = resolve;
  });

  readonly findFiles: FindFiles = async (...args) => {
    this.count += 1;
    await this.#released;
    try {
      return await findFiles(...args);
    } finally {
      this.isDone = true;
    }
  };

  async waitUntilCalled(): Promise<void> {
    await waitUntil("files are searched", () => this.count > 0);
  }

  release(): void {
    this.#release();
  }
}

function replaceFileSearch(search: FindFiles): void {
  Object.assign(vscode.workspace, { findFiles: search });
}

describe("files and updates of references in the workspace", () => {
  let fixture: AfterCommitFixture;
  let inputs: FakeQuickInputs;
  let folder: ReferencesFolder;
  let view: FakeReferencesView;
  let feature: WorkspaceReferencesFeature;
  let id: number;

  before(async () => {
    fixture = await AfterCommitFixture.open("product");
    id = await fixture.getFirstArtifactId(bugs);
  });
  after(() => fixture.close());
  beforeEach(async () => {
    inputs = new FakeQuickInputs();
    folder = new ReferencesFolder("workspace-references-updates");
    await folder.write("notes.md", `art #${missingId}\n`);
    view = new FakeReferencesView();
    feature = createWorkspaceReferencesFeature(fixture.context, view, view.rowChanges);
  });
  afterEach(async () => {
    feature.dispose();
    inputs.close();
    replaceFileSearch(findFiles);
    fixture.formFixture.server.faults.clear();
    for (const name of ["files.exclude", "search.exclude", "search.useIgnoreFiles"]) await setSetting(name);
    await updateSetting("references.patterns", undefined);
    await fixture.repositories.closeAll();
    await rm(folder.uri.fsPath, { recursive: true });
  });

  async function setSetting(name: string, value?: unknown): Promise<void> {
    await vscode.workspace.getConfiguration().update(name, value);
  }

  /** Without VS Code. */
  async function writeOutside(name: string, text: string): Promise<void> {
    const file = folder.getUri(name).fsPath;
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }

  async function openRepository(name: string): Promise<void> {
    const root = folder.getUri(name);
    await mkdir(root.fsPath, { recursive: true });
    const repository = new TestRepository(root.fsPath);
    repository.runGit(["init", "--quiet", "--initial-branch=main", root.fsPath]);
    repository.commit("First");
    await vscode.commands.executeCommand("git.openRepository", root.fsPath);
    const { workspace } = fixture.context;
    const key = root.toString();
    await waitUntil("the repository is open", () => workspace.findRepository(root)?.key === key);
  }

  const readRows = (): readonly string[] => folder.readRows(feature);
  const waitForRows = (...expected: readonly string[]): Promise<void> =>
    folder.waitForRows(feature, expected);

  /** Names of files that mention the missing artifact, in any order. */
  async function waitForFiles(...expected: readonly string[]): Promise<void> {
    await assertEventually(() => {
      const names = readRows().flatMap((row) => /^ {2}(.*):1$/.exec(row)?.[1] ?? []);
      return Promise.resolve(assert.deepEqual(names.toSorted(), expected.toSorted()));
    });
  }

  function findRow(artifactId: number): ReferenceRow | undefined {
    return feature.getRows(undefined).find((row) => getRowLabel(row).startsWith(`#${artifactId}`));
  }

  async function waitForTitle(artifactId: number): Promise<void> {
    await assertEventually(() =>
      Promise.resolve(assert.match(getRowLabel(findRow(artifactId) ?? assert.fail("no row")), /^#\d+ \w/)),
    );
  }

  // Which files.

  it("are found by VS Code's file search, or by a walk if it finds nothing", async () => {
    let found: number | undefined;
    replaceFileSearch(async (...args: Parameters<FindFiles>) => {
      const files = await findFiles(...args);
      found = files.length;
      return files;
    });
    await feature.refresh();
    assert.deepEqual(readRows(), [`#${missingId}`, "  notes.md:1"]);
    const result = found === undefined ? "fails" : `finds ${found} files`;
    const way = found === undefined || found === 0 ? "folders are walked" : "it is used";
    console.log(`      The file search of VS Code ${vscode.version} ${result}: ${way}.`);
  });

  it("are found in a repository that is opened while files are searched, and updated there", async () => {
    const search = new HeldSearch();
    replaceFileSearch(search.findFiles);
    const done = feature.refresh();
    await search.waitUntilCalled();
    await openRepository("repository");
    await folder.write("repository/a.txt", `art #${missingId}`);
    search.release();
    await done;
    await waitForFiles("notes.md", "a.txt");
    await folder.write("repository/b.txt", `art #${missingId}`);
    await waitForFiles("notes.md", "a.txt", "b.txt");
    await openRepository("repository/inner");
    await folder.write("repository/inner/c.txt", `art #${missingId}`);
    await waitForFiles("notes.md", "a.txt", "b.txt", "c.txt");
  });

  it("aren't listed in files that git ignores, also after .gitignore has changed outside of VS Code", async () => {
    await openRepository("repository");
    for (const name of ["out/a.txt", "src/b.gen.txt", "src/c.txt"]) {
      await folder.write(`repository/${name}`, `art #${missingId}`);
    }
    await folder.write("repository/.gitignore", "out/\n*.gen.txt\n");
    for (const search of [findFiles, () => Promise.resolve([])]) {
      replaceFileSearch(search);
      await feature.refresh();
      await waitForFiles("notes.md", "c.txt");
    }
    for (const name of ["out/d.txt", "out/more/d.txt", "src/d.gen.txt", "src/e.txt"]) {
      await writeOutside(`repository/${name}`, `art #${missingId}`);
    }
    await waitForFiles("notes.md", "c.txt", "e.txt");
    await writeOutside("repository/.gitignore", "*.gen.txt\n");
    await waitForFiles("notes.md", "c.txt", "e.txt", "a.txt", "d.txt", "d.txt");
    await setSetting("search.useIgnoreFiles", false);
    await waitForFiles("notes.md", "c.txt", "e.txt", "a.txt", "d.txt", "d.txt", "b.gen.txt", "d.gen.txt");
  });

  it("follow exclusions with a condition", async () => {
    await setSetting("search.exclude", { "**/*.js": { when: "$(basename).ts" } });
    for (const name of ["a.js", "a.ts", "b.js"]) await folder.write(name, `art #${missingId}`);
    for (const search of [findFiles, () => Promise.resolve([])]) {
      replaceFileSearch(search);
      await feature.refresh();
      await waitForFiles("notes.md", "a.ts", "b.js");
    }
    await writeOutside("b.ts", `art #${missingId}`);
    await waitForFiles("notes.md", "a.ts", "b.ts");
    await folder.delete("a.ts");
    await waitForFiles("notes.md", "a.js", "b.ts");
  });

  it("follow the user's patterns, and the names of trackers when the view is shown again", async () => {
    await folder.write("notes.md", `PROJ-${missingId}, request #${id}`);
    await feature.refresh();
    assert.deepEqual(readRows(), []);
    await updateSetting("references.patterns", ["PROJ-${id}"]);
    await waitForRows(`#${missingId}`, "  notes.md:1");
    const { store, site } = fixture.formFixture;
    await store.catalog.getSite(site).loadTracker(requests);
    view.show();
    await waitForRows(`#${missingId}`, "  notes.md:1", `#${id}`, "  notes.md:1");
  });

  it("of one file don't fill the index, and others are read when there is room again", async () => {
    const sent: (readonly FileReference[])[] = [];
    const target = { siteApi: fixture.formFixture.site.api, artifactId: missingId };
    feature.watch(target, (references) => sent.push(references));
    const text = `art #${missingId}\n`;
    await writeOutside("00.txt", text.repeat(2_000));
    await folder.delete("notes.md");
    await feature.refresh();
    feature.getRows(undefined);
    assert.equal(sent.at(-1)?.length, 500);
    assert.equal(view.message, "Only the first 500 references of a file are shown.");
    for (let file = 1; file <= 40; file += 1) {
      await writeOutside(`${String(file).padStart(2, "0")}.txt`, text.repeat(500));
    }
    await feature.refresh();
    feature.getRows(undefined);
    assert.equal(view.message, "Only the first 20000 references are shown.");
    const listFiles = (): ReadonlySet<string> => new Set(sent.at(-1)?.map(({ file }) => file));
    const listed = listFiles();
    const [first = assert.fail("no file is listed")] = listed;
    await rm(vscode.Uri.parse(first, true).fsPath);
    await waitUntil("another file is listed", () => [...listFiles()].some((file) => !listed.has(file)));
    assert.equal(listFiles().has(first), false);
  });

  // Searches.

  it("aren't searched in the next folder after the search was canceled", async () => {
    const names = ["one", "two"];
    const folders = names.map((name, index) => ({ uri: folder.getUri(name), name, index }));
    const original = Object.getOwnPropertyDescriptor(vscode.workspace, "workspaceFolders");
    Object.defineProperty(vscode.workspace, "workspaceFolders", { configurable: true, value: folders });
    try {
      const search = new HeldSearch();
      replaceFileSearch(search.findFiles);
      const done = feature.refresh();
      await search.waitUntilCalled();
      feature.cancel();
      feature.getRows(undefined);
      assert.equal(view.message, "The search was canceled. Select Refresh to search again.");
      search.release();
      await done;
      assert.equal(search.count, 1);
    } finally {
      Object.defineProperty(vscode.workspace, "workspaceFolders", original ?? assert.fail("no property"));
    }
  });

  it("stay complete when a search ends that was canceled before", async () => {
    const search = new HeldSearch();
    replaceFileSearch(search.findFiles);
    const canceled = feature.refresh();
    await search.waitUntilCalled();
    feature.cancel();
    replaceFileSearch(findFiles);
    await feature.refresh();
    assert.deepEqual(readRows(), [`#${missingId}`, "  notes.md:1"]);
    search.release();
    await canceled;
    feature.getRows(undefined);
    assert.equal(view.message, "");
    assert.deepEqual(readRows(), [`#${missingId}`, "  notes.md:1"]);
  });

  it("of an artifact are offered when the last of several searches is done", async () => {
    const [replaced, last] = [new HeldSearch(), new HeldSearch()];
    replaceFileSearch(replaced.findFiles);
    const done = feature.find({ siteApi: fixture.formFixture.site.api, artifactId: missingId });
    await replaced.waitUntilCalled();
    replaceFileSearch(last.findFiles);
    await setSetting("search.exclude", { "**/none": true });
    await last.waitUntilCalled();
    replaced.release();
    await waitUntil("the replaced search is done", () => replaced.isDone);
    last.release();
    const box = await inputs.waitForPrompt(`References to #${missingId}`);
    assert.deepEqual(inputs.messages, []);
    await box.pick(/notes\.md:1/);
    await done;
  });

  // What servers answer.

  const countRequests = (artifactId: number): number =>
    fixture.formFixture.server.requests.filter(
      ({ path }) => /\/artifacts/.test(path) && decodeURIComponent(path).includes(String(artifactId)),
    ).length;

  it("have titles if they are among the first 500 of the site, or expanded", async () => {
    const text = (first: number): string =>
      Array.from({ length: 300 }, (_, at) => `art #${first + at}\n`).join("");
    await folder.write("one.md", text(990_000));
    await folder.write("two.md", `${text(990_300)}art #${id}`);
    await feature.refresh();
    await assertEventually(() =>
      Promise.resolve(assert.match(String(findRow(990_599)?.item.description), /no access/)),
    );
    const row = findRow(id) ?? assert.fail("no row");
    assert.equal(getRowLabel(row), `#${id}`);
    feature.getRows(row);
    await waitForTitle(id);
  });

  it("are requested again by Refresh", async () => {
    await folder.write("notes.md", `art #${id}`);
    await feature.refresh();
    await waitForTitle(id);
    const before = countRequests(id);
    await feature.refresh();
    await waitUntil("it is requested again", () => {
      feature.getRows(undefined);
      return countRequests(id) > before;
    });
  });

  it("are requested again if an artifact changes while it is requested", async () => {
    const { server, store, site } = fixture.formFixture;
    await folder.write("notes.md", `art #${id}`);
    await feature.refresh();
    const before = countRequests(id);
    server.faults.add({
      path: /\/artifacts/,
      times: 1,
      fault: { kind: "concurrentChange", act: () => store.catalog.reportWrite(site, id, bugs) },
    });
    store.catalog.reportWrite(site, id, bugs);
    await waitUntil("it is requested twice", () => {
      feature.getRows(undefined);
      return countRequests(id) >= before + 2;
    });
  });

  it("of another account aren't shown if they arrive after it was switched", async () => {
    const { server, store, site } = fixture.formFixture;
    const [hidden = assert.fail("no test case")] = await fetchArtifactIds(server, testCases);
    await folder.write("notes.md", `art #${hidden}`);
    server.faults.add({ path: /\/artifacts/, times: 1, fault: { kind: "delay", ms: 500 } });
    const before = countRequests(hidden);
    try {
      await feature.refresh();
      await waitUntil("it is requested", () => {
        feature.getRows(undefined);
        return countRequests(hidden) > before;
      });
      await signIn(store, site.api, server.accounts.member);
      await store.catalog.forgetSite(site.api);
      const labels: string[] = [];
      await assertEventually(() => {
        const row = findRow(hidden) ?? assert.fail("no row");
        labels.push(getRowLabel(row));
        return Promise.resolve(assert.match(String(row.item.description), /no permission|no access/));
      });
      assert.deepEqual([...new Set(labels)], [`#${hidden}`]);
    } finally {
      await signIn(store, site.api, server.accounts.admin);
      await store.catalog.forgetSite(site.api);
    }
  });

  it("aren't sent to forms again when only other references change", async () => {
    const sent: (readonly FileReference[])[] = [];
    const target = { siteApi: fixture.formFixture.site.api, artifactId: missingId };
    feature.watch(target, (references) => sent.push(references));
    await feature.refresh();
    assert.equal(sent.length, 1);
    await folder.write("other.md", `art #${id}`);
    await waitUntil("the other reference is listed", () => findRow(id) !== undefined);
    await feature.refresh();
    assert.equal(sent.length, 1);
  });
});
