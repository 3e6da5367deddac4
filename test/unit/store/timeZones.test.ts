import assert from "node:assert/strict";
import { toInputText } from "../../../src/model/form/input.ts";
import { formatLocalTime, localTimeToIso } from "../../../src/model/localTime.ts";
import { loadArtifactForTemplate } from "../../../src/store/commits/commitMessage.ts";
import type { FormSession } from "../../../src/store/formSession.ts";
import type { Dialect } from "../../simulator/simulator.ts";
import {
  FormFixture,
  getField,
  saveForm,
  neverAborted,
  summarizeNotices,
  editField,
} from "../../support/fixtures/formFixture.ts";

const trackerId = 13;

function getShown(session: FormSession, name: string): string {
  const { base } = getField(session, name);
  return base === undefined ? "" : toInputText(base);
}

for (const dialect of ["product", "documented"] as const satisfies readonly Dialect[]) {
  describe(`a user west of the server on the ${dialect} dialect`, () => {
    const zoneBefore = process.env["TZ"];
    let fixture: FormFixture;
    let id: number;

    before(() => {
      process.env["TZ"] = "America/New_York";
    });
    after(() => {
      if (zoneBefore === undefined) delete process.env["TZ"];
      else process.env["TZ"] = zoneBefore;
    });
    beforeEach(async () => {
      fixture = await FormFixture.open(dialect);
      id = await fixture.getFirstArtifactId(trackerId);
    });
    afterEach(() => fixture.close());

    async function write(name: string, value: string): Promise<void> {
      const session = await fixture.openAsReader(id, trackerId);
      fixture.server.updateArtifact(id, { values: [{ field_id: getField(session, name).id, value }] });
    }

    it("sees times in the local time zone", async () => {
      await write("last_reading", "2025-07-01T12:00:00+02:00");
      const session = await fixture.openAsReader(id, trackerId);
      assert.equal(getShown(session, "last_reading"), "2025-07-01 06:00");
    });

    it("sees the same day, though the server returns a midnight", async () => {
      await write("installed", "2025-07-01");
      const session = await fixture.openAsReader(id, trackerId);
      assert.equal(getShown(session, "installed"), "2025-07-01");
    });

    it("saves the time that was entered, without a reported difference", async () => {
      const session = await fixture.open(fixture.createSubject(id), trackerId);
      editField(session, "last_reading", { kind: "date", text: localTimeToIso("2025-12-01 22:15") });
      await saveForm(session);
      assert.deepEqual(summarizeNotices(session), []);
      const stored = fixture.server.getChangesets(id).at(-1)?.changes ?? assert.fail("nothing was written");
      const [value] = [...stored].flatMap(([field, each]) => (field.name === "last_reading" ? each : []));
      assert.deepEqual(value?.after, { kind: "date", at: Date.UTC(2025, 11, 2, 3, 15) });
      assert.equal(getShown(await fixture.openAsReader(id, trackerId), "last_reading"), "2025-12-01 22:15");
    });

    it("changes nothing by entering the same time again", async () => {
      await write("last_reading", "2025-07-01T12:00:00+02:00");
      const session = await fixture.open(fixture.createSubject(id), trackerId);
      editField(session, "last_reading", { kind: "date", text: localTimeToIso("2025-07-01 06:00") });
      assert.deepEqual(session.draft.inputs, []);
    });

    it("changes a date to another day without a time", async () => {
      const session = await fixture.open(fixture.createSubject(id), trackerId);
      editField(session, "installed", { kind: "date", text: "2025-05-04" });
      await saveForm(session);
      assert.deepEqual(summarizeNotices(session), []);
      assert.equal(getShown(await fixture.openAsReader(id, trackerId), "installed"), "2025-05-04");
    });

    it("gets local times in a commit message", async () => {
      await write("last_reading", "2025-07-01T12:00:00+02:00");
      await write("installed", "2025-07-01");
      const catalog = fixture.store.catalog.getSite(fixture.site);
      const { fields } = await loadArtifactForTemplate(catalog, id, {
        trackerId,
        signal: neverAborted,
      });
      assert.equal(fields.get("last_reading"), "2025-07-01 06:00");
      assert.equal(fields.get("installed"), "2025-07-01");
    });

    if (dialect === "product") {
      it("sees the same time in the form and in the history, which the server returns in different zones", async () => {
        await write("last_reading", "2025-07-01T12:00:00+02:00");
        const session = await fixture.openAsReader(id, trackerId);
        const history = fixture
          .getForms()
          .createHistory(fixture.site, session.base ?? assert.fail("not read"));
        await history?.loadNewest();
        const changed = history?.entries[0]?.changes.find(({ label }) => label === "Last reading")?.after;
        assert.ok(changed?.kind === "date");
        const { value } = getField(session, "last_reading");
        assert.notEqual(
          changed.date,
          value?.kind === "date" ? value.date : undefined,
          "printed in two zones",
        );
        assert.equal(formatLocalTime(changed.date ?? ""), getShown(session, "last_reading"));
      });
    }
  });
}
