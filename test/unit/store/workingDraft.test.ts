import assert from "node:assert/strict";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { edited, isUntouched, untouched } from "../../../src/model/form/draft.ts";
import { Drafts } from "../../../src/store/drafts.ts";
import { WorkingDraft } from "../../../src/store/workingDraft.ts";
import { artifact, DraftFolder, said, twoLines } from "../../support/fixtures/draftFolder.ts";
import { DraftWindow } from "../../support/fixtures/draftWindow.ts";

describe("a working draft", () => {
  let folder: DraftFolder;
  let here: DraftWindow;
  let there: DraftWindow;

  beforeEach(async () => {
    folder = await DraftFolder.make();
    [here, there] = [new DraftWindow(folder, "a", Date.now), new DraftWindow(folder, "b", Date.now)];
    await here.open();
  });
  afterEach(() => folder.close());

  it("is read only while another window has it, and is there again when that lets go and this one opens it", async () => {
    await here.edit(1, "mine");
    await there.open();
    assert.deepEqual(
      [
        there.working?.standing,
        said({ draft: there.working?.current ?? untouched }),
        await there.edit(1, "theirs"),
      ],
      ["elsewhere", "mine", undefined],
    );
    await here.close();
    await there.close();
    await there.open();
    assert.deepEqual(
      [there.working?.standing, await there.edit(1, "theirs")],
      ["ours", { text: "theirs", before: "mine", isOurs: true }],
    );
  });

  it("knows that it was taken over, and takes nothing more", async () => {
    await here.edit(1, "mine");
    await there.open();
    await there.working?.takeOver();
    await here.working?.lookAround();
    assert.deepEqual(
      [here.working?.standing, await here.edit(1, "more"), there.working?.standing],
      ["taken", undefined, "ours"],
    );
    await there.edit(1, "theirs");
    await here.working?.takeOver();
    assert.deepEqual(
      [here.working?.standing, said({ draft: here.working?.current ?? untouched })],
      ["ours", "theirs"],
    );
  });

  it("is written again when its file, or all of the folder, has vanished", async () => {
    await here.edit(1, "mine");
    for (const path of [join(folder.path, (await folder.names())[0] ?? ""), folder.path]) {
      await rm(path, { recursive: true });
      await here.working?.lookAround();
      await here.working?.flush();
      assert.deepEqual([here.working?.standing, (await folder.kept()).map(said)], ["ours", ["mine"]]);
    }
    await rm(folder.path, { recursive: true });
    await here.edit(1, "more");
    assert.deepEqual((await folder.kept()).map(said), ["more"]);
  });

  it("can be typed although the folder can't be read, and is kept when that is over", async () => {
    const file = join(folder.path, "..", "in-the-way");
    await writeFile(file, "");
    const drafts = new Drafts({ folder: file, process: 7, isRunning: () => true });
    const working = new WorkingDraft({ drafts, now: Date.now, onChange: () => undefined }, artifact(7));
    assert.equal(await working.claim(), undefined);
    assert.deepEqual([working.standing, working.keep.kind], ["ours", "notKept"]);
    const typed = (text: string) =>
      edited(twoLines.form, working.current, { target: 1, input: { kind: "line", text }, step: "begin" });
    working.become(typed("mine"), twoLines);
    await working.flush();
    assert.equal(working.keep.kind, "notKept");
    await rm(file);
    working.become(typed("mine too"), twoLines);
    await working.flush();
    assert.deepEqual([working.keep.kind, (await drafts.list()).map(said)], ["kept", ["mine too"]]);
    drafts.dispose();
  });

  it("gives way where another window has begun first, unless something is typed here too", async () => {
    await there.open();
    await here.edit(1, "mine");
    await there.working?.lookAround();
    assert.equal(there.working?.standing, "elsewhere");
    const third = new DraftWindow(folder, "c", Date.now);
    const fourth = new DraftWindow(folder, "d", Date.now);
    await here.close();
    await folder.window("c").discard(artifact(7));
    await third.open();
    await fourth.open();
    await third.edit(1, "third");
    await fourth.edit(1, "fourth");
    await fourth.working?.lookAround();
    assert.deepEqual([third.working?.standing, fourth.working?.standing], ["ours", "ours"]);
  });

  it("has nothing of what another window has sent before it could be taken over", async () => {
    await here.edit(1, "sent");
    await there.open();
    here.working?.become(untouched, twoLines);
    await here.working?.flush();
    const kept = await there.working?.takeOver();
    assert.deepEqual(
      [
        kept,
        there.working?.standing,
        isUntouched(there.working?.current ?? assert.fail()),
        there.working?.keep,
      ],
      [undefined, "ours", true, { kind: "idle" }],
    );
  });

  it("is ours again when the other window is done with it", async () => {
    await here.edit(1, "sent");
    await there.open();
    here.working?.become(untouched, twoLines);
    await here.working?.flush();
    await there.working?.lookAround();
    assert.deepEqual(
      [there.working?.standing, isUntouched(there.working?.current ?? assert.fail())],
      ["ours", true],
    );
  });

  it("moves to what it has become with everything that is typed meanwhile, on disk too", async () => {
    const subject = { ...artifact(0), kind: "new", trackerId: 5, key: "k" } as const;
    const working = new WorkingDraft(
      { drafts: folder.window("a"), now: Date.now, onChange: () => undefined },
      subject,
    );
    await working.claim();
    const type = (text: string): void => {
      const input = { kind: "line", text } as const;
      working.become(edited(twoLines.form, working.current, { target: 1, input, step: "begin" }), twoLines);
    };
    type("before");
    await working.flush();
    const moving = working.moveTo(artifact(8), twoLines);
    type("meanwhile");
    await moving;
    type("after");
    await working.flush();
    const kept = await folder.kept();
    assert.deepEqual(
      [kept.map((each) => [each.subject, said(each)]), said({ draft: working.current })],
      [[[artifact(8), "after"]], "after"],
    );
  });

  for (const moment of [0, 1, 2, 3, 5, 8, 13]) {
    it(`moves with what is typed ${moment} turns later, and keeps it although nothing more is typed`, async () => {
      const subject = { ...artifact(0), kind: "new", trackerId: 5, key: "k" } as const;
      const working = new WorkingDraft(
        { drafts: folder.window("a"), now: Date.now, onChange: () => undefined },
        subject,
      );
      await working.claim();
      const moving = working.moveTo(artifact(8), twoLines);
      for (let turn = 0; turn < moment; turn += 1) {
        await new Promise((resolve) => {
          setImmediate(resolve);
        });
      }
      const input = { kind: "line", text: "meanwhile" } as const;
      working.become(edited(twoLines.form, working.current, { target: 1, input, step: "begin" }), twoLines);
      await moving;
      await working.flush();
      assert.deepEqual(
        (await folder.kept()).map((each) => [each.subject, said(each)]),
        [[artifact(8), "meanwhile"]],
      );
    });
  }
});
