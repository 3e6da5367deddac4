import assert from "node:assert/strict";
import { mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ArtifactInboxChange } from "../../../../src/model/inbox.ts";
import { InboxFiles } from "../../../../src/store/inbox/inboxFiles.ts";
import { getOfflineCachePaths } from "../../../../src/store/offlineCache.ts";

const siteApi = "https://a.example/api";
const tom = { siteApi, accountId: "42" };
const mara = { siteApi, accountId: "7" };
const start = Date.UTC(2026, 5, 1);
const dayMs = 86_400_000;
const progress = { loadedUntil: start, changesSince: start, gap: undefined };

function createChange(changesetId: number, at = start, artifactId = 1): ArtifactInboxChange {
  return {
    artifactId,
    changesetId,
    at,
    author: "Ann",
    title: "Lamp",
    tracker: "Lamps",
    actions: [
      { kind: "moved", status: "Review" },
      { kind: "changed", fields: ["Place"] },
    ],
  };
}

describe("inbox files", () => {
  let folder: string;
  let signedIn: readonly string[];
  let now: number;
  const open = (): InboxFiles =>
    new InboxFiles({
      folder,
      isSignedIn: (_api, accountId) => Promise.resolve(signedIn.includes(accountId)),
      now: () => now,
    });
  const loadIds = async (account = tom): Promise<readonly number[]> =>
    (await open().load(account)).changes
      .map(({ changesetId }) => changesetId)
      .toSorted((one, other) => one - other);

  beforeEach(async () => {
    folder = join(await mkdtemp(join(tmpdir(), "inbox-files-")), "inbox");
    signedIn = ["42", "7"];
    now = start;
  });
  afterEach(() => rm(join(folder, ".."), { recursive: true }));

  it("have the changes, choices and progress of an account, in every window", async () => {
    const [one, other] = [open(), open()];
    assert.equal(await one.loadProgress(tom), undefined);
    await Promise.all([
      one.addChanges(tom, [createChange(3), createChange(4)], progress),
      other.addChanges(tom, [createChange(4), createChange(5)], progress),
      one.updateChoices(tom, new Map([[1, { seenChangesetId: 3 }]])),
    ]);
    await other.updateChoices(tom, new Map([[1, { follow: "following" }]]));
    assert.deepEqual(await loadIds(), [3, 4, 5]);
    const { changes, choices } = await open().load(tom);
    assert.deepEqual(
      changes.find(({ changesetId }) => changesetId === 3),
      createChange(3),
    );
    assert.deepEqual(choices.get(1), { seenChangesetId: 3, follow: "following" });
    assert.deepEqual(await open().loadProgress(tom), { loadedUntil: start, changesSince: start });
    assert.deepEqual(await loadIds(mara), []);
  });

  it("are readable by their owner only", async function () {
    if (process.platform === "win32") this.skip();
    await open().addChanges(tom, [createChange(3)], progress);
    const { folder: siteFolder } = getOfflineCachePaths(folder, siteApi, tom.accountId);
    for (const name of await readdir(siteFolder)) {
      assert.equal((await stat(join(siteFolder, name))).mode & 0o077, 0, name);
    }
  });

  it("are removed for an account or a site, and not written for an account that has signed out", async () => {
    const files = open();
    await files.addChanges(tom, [createChange(3)], progress);
    await files.addChanges(mara, [createChange(4)], progress);
    signedIn = ["7"];
    await files.clear(siteApi, tom.accountId);
    await files.addChanges(tom, [createChange(5)], progress);
    await files.updateChoices(tom, new Map([[1, { follow: "following" }]]));
    assert.deepEqual(await loadIds(), []);
    assert.equal(await files.loadProgress(tom), undefined);
    assert.deepEqual(await loadIds(mara), [4]);
    await files.clear(siteApi);
    assert.deepEqual(await loadIds(mara), []);
  });

  it("are removed if another window signs out while they are written", async () => {
    const other = open();
    let checkCount = 0;
    const files = new InboxFiles({
      folder,
      now: () => now,
      isSignedIn: async (_api, accountId) => {
        const isSignedIn = signedIn.includes(accountId);
        checkCount += 1;
        if (checkCount === 1) {
          signedIn = ["7"];
          await other.clear(siteApi, accountId);
        }
        return isSignedIn;
      },
    });
    await files.addChanges(mara, [createChange(4)], progress);
    signedIn = ["42", "7"];
    checkCount = 0;
    assert.deepEqual(await files.addChanges(tom, [createChange(3)], progress), []);
    const { folder: siteFolder, prefix } = getOfflineCachePaths(folder, siteApi, tom.accountId);
    const names = await readdir(siteFolder);
    assert.deepEqual(
      names.filter((name) => name.startsWith(prefix)),
      [],
    );
    assert.deepEqual(await loadIds(mara), [4]);
  });

  it("are created by one window only, with complete content and no other file", async () => {
    const changes = Array.from({ length: 30 }, (_, index) => createChange(index + 1));
    const added = await Promise.all(
      [open(), open(), open()].map((files) => files.addChanges(tom, changes, progress)),
    );
    assert.deepEqual(
      added
        .flat()
        .map(({ changesetId }) => changesetId)
        .toSorted((one, other) => one - other),
      changes.map(({ changesetId }) => changesetId),
    );
    assert.equal((await loadIds()).length, 30);
    const { folder: siteFolder } = getOfflineCachePaths(folder, siteApi, tom.accountId);
    assert.equal((await readdir(siteFolder)).length, 31);
  });

  it("have any number of choices written at once", async () => {
    let checkCount = 0;
    const files = new InboxFiles({
      folder,
      isSignedIn: () => {
        checkCount += 1;
        return Promise.resolve(true);
      },
    });
    const updates = new Map(
      Array.from({ length: 100 }, (_, index) => [index + 1, { seenChangesetId: index }]),
    );
    assert.equal(await files.updateChoices(tom, updates), true);
    assert.equal(checkCount, 2);
    assert.equal((await open().load(tom)).choices.size, 100);
    assert.equal(await files.updateChoices(tom, updates), false);
  });

  it("keep what a form has shown until its changes are old, although none is stored yet", async () => {
    const files = open();
    await files.updateChoices(tom, new Map([[5, { seenUntil: start }]]));
    now = start + 13 * dayMs;
    await files.removeOld(tom);
    assert.deepEqual((await files.load(tom)).choices.get(5), { seenUntil: start });
    now = start + 15 * dayMs;
    await files.removeOld(tom);
    assert.equal((await files.load(tom)).choices.size, 0);
  });

  it("lose changes after 14 days, and the oldest of more than 500, but not what is followed", async () => {
    const files = open();
    const old = createChange(1, start - dayMs, 9);
    await files.addChanges(tom, [old], progress);
    await files.updateChoices(tom, new Map([[9, { seenChangesetId: 1 }]]));
    await files.updateChoices(tom, new Map([[10, { follow: "stopped" }]]));
    const many = Array.from({ length: 502 }, (_, index) => createChange(index + 10, start + index));
    await files.addChanges(tom, many, progress);
    now = start + 13.5 * dayMs;
    await files.removeOld(tom);
    const ids = await loadIds();
    assert.equal(ids.length, 500);
    assert.equal(ids[0], 12);
    assert.deepEqual([...(await files.load(tom)).choices.keys()], [10]);
  });

  it("ignore content of another version", async () => {
    const files = open();
    await files.addChanges(tom, [createChange(3)], progress);
    const { folder: siteFolder, prefix } = getOfflineCachePaths(folder, siteApi, tom.accountId);
    await writeFile(join(siteFolder, `${prefix}change-1-4.json`), '{"artifactId":1}');
    await writeFile(join(siteFolder, `${prefix}change-1-5.json`), "{");
    await writeFile(join(siteFolder, `${prefix}artifact-1.json`), '{"seenChangesetId":"x"}');
    await writeFile(join(siteFolder, `${prefix}progress.json`), "[]");
    const { changes, choices } = await open().load(tom);
    assert.equal(changes.length, 1);
    assert.equal(choices.size, 0);
    assert.equal(await open().loadProgress(tom), undefined);
  });

  it("limit texts of a server", async () => {
    const long = "x".repeat(10_000);
    const actions = [{ kind: "changed", fields: Array.from({ length: 200 }, () => long) } as const];
    await open().addChanges(tom, [{ ...createChange(3), title: long, actions }], progress);
    const [change] = (await open().load(tom)).changes;
    assert.ok(JSON.stringify(change).length < 10_000);
  });
});
