import assert from "node:assert/strict";
import { noticesOf } from "../../src/form/notices.ts";
import { confirmedWay } from "../../src/form/svn/confirmReplacement.ts";
import type { Dialect } from "../simulator/simulator.ts";
import { save } from "../support/fixtures/formFixture.ts";
import { archive, SvnDesk } from "../support/fixtures/svnFormFixture.ts";

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
