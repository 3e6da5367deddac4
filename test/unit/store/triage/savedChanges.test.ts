import assert from "node:assert/strict";
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type ChangedArtifact,
  createSavedChange,
  isOwnVersion,
  type SavedChange,
  SavedChanges,
} from "../../../../src/store/triage/savedChanges.ts";
import { getOfflineCachePaths } from "../../../../src/store/offlineCache.ts";

const api = "https://a.example/api";

function createArtifact(id: number, text = "New", undoes?: string): ChangedArtifact {
  const [before, after] = ["Old", text].map((each) => ({ kind: "line", text: each }) as const);
  const fields = [{ fieldId: 7, label: "Title", before, after }];
  const version = (second: number): { kind: "tag"; tag: string } => ({ kind: "tag", tag: `"${second}"` });
  return {
    id,
    title: `Title of ${id}`,
    trackerId: 11,
    fields,
    hasComment: false,
    base: version(1_700_000_000 + id),
    revision: version(1_700_000_001 + id),
    undoes,
  };
}

let time = 1_700_000_000_000;

/** Later than all created before. */
function createChange(artifacts: readonly ChangedArtifact[], accountId = "42", siteApi = api): SavedChange {
  time += 1000;
  return { ...createSavedChange(siteApi, accountId, artifacts), id: `${time}-${artifacts[0]?.id}`, at: time };
}

describe("stored changes", () => {
  let folder: string;
  let signedIn: readonly string[];
  const open = (): SavedChanges =>
    new SavedChanges({
      folder,
      isSignedIn: (_api, accountId) => Promise.resolve(signedIn.includes(accountId)),
    });
  const listIds = async (accountId = "42", siteApi = api): Promise<readonly (number | undefined)[]> =>
    (await open().list(siteApi, accountId)).map(({ artifacts }) => artifacts[0]?.id);

  beforeEach(async () => {
    folder = join(await mkdtemp(join(tmpdir(), "changes-")), "changes");
    signedIn = ["42", "7"];
  });
  afterEach(() => rm(join(folder, ".."), { recursive: true }));

  it("are listed newest first, up to 20, and the oldest files are removed", async () => {
    const changes = open();
    for (let id = 1; id <= 70; id += 1) await changes.put(createChange([createArtifact(id)]));
    assert.deepEqual(
      await listIds(),
      Array.from({ length: 20 }, (_, index) => 70 - index),
    );
    assert.equal((await readdir(getOfflineCachePaths(folder, api, "42").folder)).length, 60);
  });

  it("belong to one account of one site, and are removed with either", async () => {
    const changes = open();
    await changes.put(createChange([createArtifact(1)]));
    await changes.put(createChange([createArtifact(2)], "7"));
    await changes.put(createChange([createArtifact(3)], "42", "https://b.example/api"));
    assert.deepEqual([await listIds(), await listIds("7")], [[1], [2]]);
    assert.deepEqual(await open().list(api, undefined), []);
    await changes.clear(api, "42");
    assert.deepEqual([await listIds(), await listIds("7")], [[], [2]]);
    await changes.clear(api);
    assert.deepEqual([await listIds("7"), await listIds("42", "https://b.example/api")], [[], [3]]);
  });

  it("of an account that has signed out aren't stored any more", async () => {
    const changes = open();
    signedIn = ["7"];
    await changes.put(createChange([createArtifact(1)]));
    assert.deepEqual(await listIds(), []);
  });

  it("of two windows don't replace each other", async () => {
    const [one, other] = [open(), open()];
    await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        (index % 2 === 0 ? one : other).put(createChange([createArtifact(index + 1)])),
      ),
    );
    assert.deepEqual(
      await listIds(),
      Array.from({ length: 12 }, (_, index) => 12 - index),
    );
  });

  it("have the latest details", async () => {
    const changes = open();
    const change = createChange([createArtifact(1)]);
    const artifacts = [createArtifact(1), createArtifact(2)];
    await Promise.all([changes.put(change), changes.put({ ...change, artifacts })]);
    assert.deepEqual(await open().list(api, "42"), [JSON.parse(JSON.stringify({ ...change, artifacts }))]);
  });

  it("that are too large are listed without their values", async () => {
    const change = createChange([createArtifact(1, "x".repeat(600_000)), createArtifact(2)]);
    await open().put(change);
    const [stored] = await open().list(api, "42");
    assert.deepEqual([stored?.tooLargeFor, stored?.artifacts.length], [2, 1]);
    assert.deepEqual(stored?.artifacts[0]?.fields, [{ fieldId: 7, label: "Title" }]);
  });

  it("disappear with the artifacts that are undone", async () => {
    const changes = open();
    const change = createChange([createArtifact(1), createArtifact(2)]);
    await changes.put(change);
    const undo = createChange([createArtifact(2, "Old", change.id)]);
    await changes.put(undo);
    const list = await changes.list(api, "42");
    assert.deepEqual(
      list.map(({ id, artifacts }) => [id, artifacts.map((artifact) => artifact.id)]),
      [
        [undo.id, [2]],
        [change.id, [1]],
      ],
    );
    await changes.put(createChange([createArtifact(1, "Old", change.id)]));
    assert.ok((await changes.list(api, "42")).every(({ id }) => id !== change.id));
  });

  it("are private files, and other files are ignored", async () => {
    await open().put(createChange([createArtifact(1)]));
    const paths = getOfflineCachePaths(folder, api, "42");
    const [name = ""] = await readdir(paths.folder);
    const { mode } = await stat(join(paths.folder, name));
    if (process.platform !== "win32") assert.equal(mode & 0o077, 0);
    await mkdir(paths.folder, { recursive: true });
    const later = createChange([createArtifact(2)]);
    const invalid = [
      "{",
      "null",
      JSON.stringify({ ...later, format: 2 }),
      JSON.stringify({ ...later, at: "" }),
    ];
    for (const [index, text] of invalid.entries()) {
      await writeFile(join(paths.folder, `${paths.prefix}9-${index}.json`), text);
    }
    assert.deepEqual(await listIds(), [1]);
  });
});

describe("versions of an artifact", () => {
  const [first, second] = [createArtifact(1), { ...createArtifact(2), id: 1 }];

  it("are the user's own if every change between them is stored", () => {
    const changes = [createChange([first]), createChange([createArtifact(9)]), createChange([second])];
    assert.equal(isOwnVersion(changes, 1, first.revision, second.revision), true);
    assert.equal(isOwnVersion(changes, 1, first.revision, first.revision), false);
    assert.equal(isOwnVersion([], 1, first.revision, first.revision), true);
    assert.equal(isOwnVersion([], 1, undefined, undefined), false);
  });

  it("aren't if another change is between them", () => {
    const gap = { ...createArtifact(5), id: 1 };
    assert.equal(
      isOwnVersion([createChange([first]), createChange([gap])], 1, first.revision, gap.revision),
      false,
    );
  });
});
