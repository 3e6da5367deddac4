import assert from "node:assert/strict";
import { toPageNotices } from "../../src/features/form/pageNotices.ts";
import { confirmSvnSettingsReplacement } from "../../src/features/form/svnForms.ts";
import type { Dialect } from "../simulator/simulator.ts";
import { saveForm } from "../support/fixtures/formFixture.ts";
import { archiveRepositoryId, SvnFormFixture } from "../support/fixtures/svnFormFixture.ts";
import { FakeDialogs } from "./fakeDialogs.ts";

for (const dialect of ["product", "documented"] as const satisfies readonly Dialect[]) {
  describe(`the form of a repository without administrator permissions (${dialect})`, () => {
    let fixture: SvnFormFixture;

    beforeEach(async () => {
      fixture = await SvnFormFixture.open(dialect);
      await fixture.signInAsMember();
    });
    afterEach(() => fixture.close());

    it("shows first that only administrators can change it, without a confirmation", async () => {
      const session = await fixture.formFixture.open(fixture.createSubject(archiveRepositoryId));
      fixture.fillAllFields(session);
      const listNoticeIds = (): readonly string[] =>
        toPageNotices(session, "Demo", false).map(({ id }) => id);
      if (dialect === "documented") {
        assert.deepEqual(listNoticeIds(), ["settingsUnreadable"]);
        await saveForm(session, "overwrite");
      }
      const rejectedIds = dialect === "documented" ? ["rejected"] : [];
      assert.deepEqual(listNoticeIds(), ["readOnly", ...rejectedIds]);
      const [{ text, details, actions } = assert.fail()] = toPageNotices(session, "Demo", false);
      assert.equal(
        text,
        "Only administrators of this repository can change its settings on Demo. Ask one of them.",
      );
      assert.deepEqual(details, ["Your changes are still in your local draft."]);
      assert.deepEqual(
        actions.map(({ id }) => id),
        ["refresh"],
      );
      // No dialog, since the save would be rejected.
      assert.equal(await confirmSvnSettingsReplacement(session, "checked"), "checked");
    });
  });
}

describe("unreadable settings of a repository", () => {
  let fixture: SvnFormFixture;
  let dialogs: FakeDialogs;

  beforeEach(async () => {
    fixture = await SvnFormFixture.open("documented");
    dialogs = new FakeDialogs();
  });
  afterEach(async () => {
    dialogs.restore();
    await fixture.close();
  });

  it("are replaced only after a confirmation that lists the new settings", async () => {
    const session = await fixture.formFixture.open(fixture.createSubject(archiveRepositoryId));
    assert.equal(await confirmSvnSettingsReplacement(session, "checked"), "checked");
    fixture.fillAllFields(session);
    assert.equal(await confirmSvnSettingsReplacement(session, "checked"), undefined);
    dialogs.buttonsToPress.push("Replace");
    assert.equal(await confirmSvnSettingsReplacement(session, "checked"), "overwrite");
    const [question = "", repeatedQuestion] = dialogs.messages;
    assert.equal(repeatedQuestion, question);
    assert.match(
      question,
      /^Replace all settings of .+\?\nThe current settings can't be read from the server\./,
    );
    for (const { label } of session.base?.form.fields ?? []) {
      assert.match(question, new RegExp(`^${label}:`, "m"));
    }
    assert.equal(dialogs.messages.length, 2);
  });
});
