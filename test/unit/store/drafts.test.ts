import assert from "node:assert/strict";
import { mkdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { untouched } from "../../../src/model/form/draft.ts";
import type { Subject } from "../../../src/model/subject.ts";
import type { DraftFile, Drafts } from "../../../src/store/drafts.ts";
import type { KeptDraft } from "../../../src/store/keptDraft.ts";
import { artifact, DraftFolder, said, saying, twoLines } from "../../support/fixtures/draftFolder.ts";
import { until } from "../../support/wait.ts";

function draft(text: string, subject: Subject, changedAt = 1): Omit<KeptDraft, "holder"> {
  return { format: 1, subject, base: twoLines, draft: saying(text), changedAt };
}

async function claimed(drafts: Drafts, subject: Subject): Promise<DraftFile> {
  const claim = await drafts.claim(subject);
  assert.ok(claim.kind === "ours");
  return claim.file;
}

async function write(drafts: Drafts, text: string, subject = artifact(7), changedAt = 1): Promise<DraftFile> {
  const file = await claimed(drafts, subject);
  await file.write(drafts.keptBy(file.holder.id, draft(text, subject, changedAt)));
  return file;
}

describe("the folder of drafts", () => {
  let folder: DraftFolder;

  beforeEach(async () => {
    folder = await DraftFolder.make();
  });
  afterEach(() => folder.close());

  it("and the files in it are for their owner only", async function () {
    // Windows has no such modes: there the profile's own access list keeps others out.
    if (process.platform === "win32") return this.skip();
    const { path } = await write(folder.window("a"), "private");
    const modes = await Promise.all([folder.path, path].map(async (each) => (await stat(each)).mode & 0o777));
    assert.deepEqual(modes, [0o700, 0o600]);
  });

  it("tells of a draft that came or went here, though the file system does not", async () => {
    const drafts = folder.window("a");
    const file = await claimed(drafts, artifact(7));
    await drafts.list();
    // Nobody watches the folder any more.
    drafts.dispose();
    let told = 0;
    drafts.changed.listen(() => {
      told += 1;
    });
    await file.write(drafts.keptBy(file.holder.id, draft("typed", artifact(7))));
    assert.equal(told, 1);
    await file.write(drafts.keptBy(file.holder.id, draft("typed on", artifact(7))));
    assert.equal(told, 1);
    await file.remove();
    assert.equal(told, 2);
  });

  it("holds whole files only: whoever reads meanwhile sees one state or another", async () => {
    const drafts = folder.window("a");
    const file = await write(drafts, "0");
    const [name = ""] = await folder.names();
    const writing = new AbortController();
    const seen = new Set<string | undefined>();
    const reading = (async () => {
      while (!writing.signal.aborted) {
        seen.add(said(JSON.parse(await folder.text(name)) as KeptDraft));
      }
    })();
    for (let round = 1; round <= 200; round += 1) {
      const text = String(round).repeat(round * 50);
      await file.write(drafts.keptBy(file.holder.id, draft(text, artifact(7), round)));
    }
    writing.abort();
    await reading;
    assert.ok(seen.size > 1 && !seen.has(undefined), "a reader sees whole drafts, and more than one");
    assert.deepEqual(await folder.names(), [name], "nothing unfinished is left");
    assert.equal(said((await folder.kept())[0]), "200".repeat(10_000));
  });

  it("gives back what was written, as new, and lists the newest first", async () => {
    const drafts = folder.window("a");
    assert.deepEqual(
      [await drafts.list(), await drafts.claim(artifact(1)).then(({ kept }) => kept)],
      [[], undefined],
    );
    await write(drafts, "one", artifact(1), 10);
    await write(drafts, "two", artifact(2), 30);
    await write(drafts, "new", { ...artifact(0), kind: "new", trackerId: 5, key: "k" }, 20);
    await write(drafts, "elsewhere", { ...artifact(1), accountId: undefined }, 5);
    const { kept } = await folder.window("b", { isRunning: () => false }).claim(artifact(2));
    assert.deepEqual(
      [(await folder.window("c").list()).map(said), kept?.draft, kept?.base],
      [
        ["two", "new", "one", "elsewhere"],
        ...(JSON.parse(JSON.stringify([saying("two"), twoLines])) as unknown[]),
      ],
    );
  });

  it("forgets a draft that is discarded, and no other", async () => {
    const drafts = folder.window("a");
    await write(drafts, "one", artifact(1));
    await write(drafts, "two", artifact(2));
    await folder.window("b").discard(artifact(1));
    assert.deepEqual((await drafts.list()).map(said), ["two"]);
  });

  it("may hold anything else: what is no draft is passed over and left alone", async () => {
    const file = await write(folder.window("a"), "good");
    const [name = ""] = await folder.names();
    const whole = await folder.text(name);
    const prefix = name.slice(0, 40);
    const { format: _format, ...formless } = JSON.parse(whole) as KeptDraft;
    const foreign: Record<string, string> = {
      [`${prefix}.half.json`]: whole.slice(0, whole.length / 2),
      [`${prefix}.empty.json`]: "",
      [`${prefix}.null.json`]: "null",
      [`${prefix}.list.json`]: "[]",
      [`${prefix}.later.json`]: JSON.stringify({ ...formless, format: 2 }),
      [`${prefix}.thin.json`]: JSON.stringify({ format: 1, draft: { inputs: [], steps: [] } }),
      [`${prefix}.formless.json`]: JSON.stringify({ ...formless, format: 1, base: {} }),
      [`${prefix}.aimless.json`]: JSON.stringify({ ...formless, format: 1, subject: null }),
      [`${prefix}.1.1.part`]: whole,
      "notes.txt": "mine",
    };
    for (const [each, text] of Object.entries(foreign)) await writeFile(join(folder.path, each), text);
    await mkdir(join(folder.path, "folder"));
    const other = folder.window("b", { isRunning: () => false });
    const claim = await other.claim(artifact(7));
    assert.deepEqual([(await other.list()).map(said), said(claim.kept)], [["good"], "good"]);
    const left = new Set(await folder.names());
    assert.deepEqual(
      [Object.keys(foreign).filter((each) => !left.has(each)), await file.whereabouts()],
      [[], "taken"],
    );
  });

  it("tells of what happens in it, in whichever window", async () => {
    const [here, there] = [folder.window("a"), folder.window("b")];
    await here.list();
    let told = 0;
    here.changed.listen(() => (told += 1));
    await write(there, "x");
    await until("news of another window", () => told > 0);
  });
});

describe("a draft and two windows", () => {
  let folder: DraftFolder;

  beforeEach(async () => {
    folder = await DraftFolder.make();
  });
  afterEach(() => folder.close());

  it("is with the first; the second is told, can take it over, and then the first knows", async () => {
    const [first, second] = [folder.window("a"), folder.window("b")];
    const file = await write(first, "mine");
    const told = await second.claim(artifact(7));
    assert.deepEqual(
      [
        told.kind,
        said(told.kept),
        await second.isElsewhere(artifact(7)),
        await first.isElsewhere(artifact(7)),
      ],
      ["elsewhere", "mine", true, false],
    );
    assert.equal(await file.whereabouts(), "there");
    const taken = await second.takeOver(artifact(7));
    assert.ok(taken.kind === "ours");
    assert.deepEqual(
      [
        said(taken.kept),
        await file.whereabouts(),
        await taken.file.whereabouts(),
        (await folder.names()).length,
      ],
      ["mine", "taken", "there", 1],
    );
    assert.equal((await first.claim(artifact(7))).kind, "elsewhere");
  });

  it("is taken up without a question by whom it belonged to, and by anybody if nobody holds it", async () => {
    const takers: readonly (readonly [string, Drafts, string | undefined])[] = [
      ["same process", folder.window("a"), undefined],
      ["dead process", folder.window("b", { isRunning: (process) => process !== 1 }), undefined],
      ["remembered holder", folder.window("c"), "remembered"],
    ];
    const outcomes: unknown[] = [];
    for (const [name, drafts, remembered] of takers) {
      const subject = artifact(outcomes.length + 1);
      const { holder } = await write(folder.window("a"), name, subject);
      const claim = await drafts.claim(subject, remembered && holder.id);
      outcomes.push([claim.kind, said(claim.kept)]);
    }
    const first = folder.window("a");
    const file = await claimed(first, artifact(9));
    await file.write({ ...draft("let go", artifact(9)), holder: undefined });
    const claim = await folder.window("d").claim(artifact(9));
    outcomes.push([claim.kind, said(claim.kept)]);
    assert.deepEqual(outcomes, [
      ["ours", "same process"],
      ["ours", "dead process"],
      ["ours", "remembered holder"],
      ["ours", "let go"],
    ]);
  });

  it("that both start at once is had by both: neither writes the file of the other", async () => {
    const [first, second] = [folder.window("a"), folder.window("b")];
    const files = await Promise.all([claimed(first, artifact(7)), claimed(second, artifact(7))]);
    for (const [index, drafts] of [first, second].entries()) {
      const file = files[index] ?? assert.fail();
      await file.write(drafts.keptBy(file.holder.id, draft(`of ${index}`, artifact(7), index + 1)));
    }
    assert.deepEqual(
      [new Set((await folder.kept()).map(said)), (await first.list()).map(said)],
      [new Set(["of 0", "of 1"]), ["of 1"]],
    );
  });

  it("typed in both is gone on with in each where it was, after a reload too", async () => {
    const windows = [folder.window("a"), folder.window("b")];
    const files = await Promise.all(windows.map((each) => claimed(each, artifact(7))));
    for (const [index, file] of files.entries()) {
      const kept = draft(`of ${index}`, artifact(7), index + 1);
      await file.write({ ...kept, holder: file.holder });
    }
    const reloaded = await folder.window("c").claim(artifact(7), files[0]?.holder.id);
    assert.deepEqual([reloaded.kind, said(reloaded.kept)], ["ours", "of 0"]);
    const third = await folder.window("d").claim(artifact(7));
    assert.deepEqual([third.kind, (await folder.kept()).length], ["elsewhere", 2]);
  });

  it("that nobody holds is had by one of those who come for it at once, and none of them fails", async () => {
    for (let round = 0; round < 20; round += 1) {
      const subject = artifact(round);
      await write(folder.window("gone", { process: 9 }), "left", subject);
      const windows = ["a", "b", "c"].map((name) =>
        folder.window(name, { isRunning: (process) => process !== 9 }),
      );
      const claims = await Promise.all(windows.map((each) => each.claim(subject)));
      const holders = (await folder.kept()).filter(
        (each) => JSON.stringify(each.subject) === JSON.stringify(subject),
      );
      assert.deepEqual(
        [
          claims.filter(({ kind }) => kind === "ours").length,
          new Set(claims.map(({ kept }) => said(kept))),
          holders.length,
        ],
        [1, new Set(["left"]), 1],
      );
    }
  });

  it("that was sent meanwhile is not there to be taken over", async () => {
    const file = await write(folder.window("a"), "sent");
    const second = folder.window("b");
    assert.equal((await second.claim(artifact(7))).kind, "elsewhere");
    await file.remove();
    const claim = await second.takeOver(artifact(7));
    assert.deepEqual([claim.kind, claim.kept, await file.whereabouts()], ["ours", undefined, "there"]);
  });

  it("is empty if nothing was typed", async () => {
    const file = await claimed(folder.window("a"), artifact(7));
    await file.write({ ...draft("", artifact(7)), draft: untouched, holder: undefined });
    assert.deepEqual(
      (await folder.kept()).map((each) => each.draft),
      [untouched],
    );
  });
});
