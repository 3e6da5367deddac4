import assert from "node:assert/strict";
import { noticesOf } from "../../src/features/form/notices.ts";
import { confirmedWay } from "../../src/features/form/svnForms.ts";
import type { Dialect } from "../simulator/simulator.ts";
import { save } from "../support/fixtures/formFixture.ts";
import { archive, SvnDesk } from "../support/fixtures/svnFormFixture.ts";
import { WindowAnswers } from "./windowAnswers.ts";

for (const dialect of ["product", "documented"] as const satisfies readonly Dialect[]) {
  describe(`the form of a repository that somebody doesn't administer (${dialect})`, () => {
    let svn: SvnDesk;

    beforeEach(async () => {
      svn = await SvnDesk.open(dialect);
      await svn.becomeMember();
    });
    afterEach(() => svn.close());

    it("says first that only administrators can change it, once that is known, and asks nothing", async () => {
      const editing = await svn.desk.open(svn.subject(archive));
      svn.giveAll(editing);
      const ids = (): readonly string[] => noticesOf(editing, "Demo", false).map(({ id }) => id);
      if (dialect === "documented") {
        assert.deepEqual(ids(), ["blind"]);
        await save(editing, "overwrite");
      }
      const refused = dialect === "documented" ? ["rejected"] : [];
      assert.deepEqual(ids(), ["readOnly", ...refused]);
      const [{ text, details } = assert.fail()] = noticesOf(editing, "Demo", false);
      assert.equal(
        text,
        "Only administrators of this repository can change its settings on Demo: ask one of them.",
      );
      assert.deepEqual(details, ["What you typed is kept here."]);
      // No dialog: nothing would come of it.
      assert.equal(await confirmedWay(editing, "checked"), "checked");
    });
  });
}

describe("settings of a repository that can't be read", () => {
  let svn: SvnDesk;
  let answers: WindowAnswers;

  beforeEach(async () => {
    svn = await SvnDesk.open("documented");
    answers = new WindowAnswers();
  });
  afterEach(async () => {
    answers.restore();
    await svn.close();
  });

  it("are replaced only by somebody who has seen what will stand there", async () => {
    const editing = await svn.desk.open(svn.subject(archive));
    assert.equal(await confirmedWay(editing, "checked"), "checked");
    svn.giveAll(editing);
    assert.equal(await confirmedWay(editing, "checked"), undefined);
    answers.presses.push("Replace");
    assert.equal(await confirmedWay(editing, "checked"), "overwrite");
    const [asked = "", again] = answers.said;
    assert.equal(again, asked);
    assert.match(asked, /^Replace all settings of .+\?\nWhat it has now can't be read from here\./);
    for (const { label } of editing.base?.form.fields ?? []) {
      assert.match(asked, new RegExp(`^${label}:`, "m"));
    }
    assert.equal(answers.said.length, 2);
  });
});
