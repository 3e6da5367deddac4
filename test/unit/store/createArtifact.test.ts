import assert from "node:assert/strict";
import type { FormSession } from "../../../src/store/formSession.ts";
import { fileField, listField, stringField } from "../../simulator/demo/fieldDefinition.ts";
import type { NewTracker, TrackerHandle } from "../../simulator/trackerAdministration.ts";
import type { Dialect } from "../../simulator/simulator.ts";
import {
  FormFixture,
  getField,
  createLineInput,
  createChoiceInput,
  saveForm,
  neverAborted,
  summarizeNotices,
  editField,
} from "../../support/fixtures/formFixture.ts";

const states = [{ label: "Planned" }, { label: "Approved" }, { label: "Done" }];

describe("creating an artifact with a workflow on the product dialect", () => {
  let fixture: FormFixture;

  beforeEach(async () => {
    fixture = await FormFixture.open("product");
  });
  afterEach(() => fixture.close());

  function dives(transitions: NonNullable<NewTracker["workflow"]>["transitions"]): TrackerHandle {
    return fixture.server.addTracker({
      projectId: 102,
      label: "Dives",
      fields: [stringField("name", "Name", { required: true }), listField("sb", "state", "State", states)],
      semantics: { title: "name", status: { field: "state", open: ["Planned"] } },
      workflow: { field: "state", isAdvanced: false, transitions },
    });
  }

  it("starts with the only possible first value", async () => {
    const { id } = dives([
      [null, "Planned"],
      ["Planned", "Done"],
    ]);
    const session = await fixture.open(fixture.createNewSubject(id));
    assert.deepEqual(getField(session, "state").base, createChoiceInput(session, "state", "Planned"));
    editField(session, "name", createLineInput("Reef"));
    const result = await saveForm(session);
    assert.deepEqual([result.kind, summarizeNotices(session)], ["saved", []]);
    assert.deepEqual(getField(session, "state").base, createChoiceInput(session, "state", "Planned"));
  });

  it("is reported once with the key of the draft, also from a form that was opened again", async () => {
    const { id } = dives([[null, "Planned"]]);
    const created: unknown[] = [];
    const forms = fixture.getForms();
    forms.onDidCreateArtifact.event((event) => created.push(event));
    const subject = fixture.createNewSubject(id, "reef");
    const first = forms.open(fixture.site, subject);
    await first.session.load(undefined, neverAborted);
    editField(first.session, "name", createLineInput("Reef"));
    await first.release();
    const again = await fixture.open(subject);
    assert.notEqual(again, first.session);
    assert.deepEqual(created, []);
    const result = await saveForm(again);
    const artifactId = result.kind === "saved" ? result.id : assert.fail(result.kind);
    editField(again, "name", createLineInput("Reef 2"));
    await saveForm(again);
    assert.deepEqual(created, [{ key: "reef", artifactId }]);
  });

  it("reports with the key of the draft that it was discarded, as long as it isn't created", async () => {
    const { id } = dives([[null, "Planned"]]);
    const discarded: string[] = [];
    fixture.getForms().onDidDiscardNewArtifact.event((key) => discarded.push(key));
    const subject = fixture.createNewSubject(id, "reef");
    const session = await fixture.open(subject);
    editField(session, "name", createLineInput("Reef"));
    // In the form, and elsewhere in the window.
    await session.discard();
    assert.deepEqual(discarded, ["reef"]);
    editField(session, "name", createLineInput("Wreck"));
    await fixture.getForms().discardDraft(subject);
    assert.deepEqual(discarded, ["reef", "reef"]);
    editField(session, "name", createLineInput("Cave"));
    assert.equal((await saveForm(session)).kind, "saved");
    editField(session, "name", createLineInput("Cave 2"));
    await session.discard();
    assert.deepEqual(discarded, ["reef", "reef"]);
  });

  it("requires a choice between several first values", async () => {
    const { id } = dives([
      [null, "Planned"],
      [null, "Approved"],
    ]);
    const session = await fixture.open(fixture.createNewSubject(id));
    editField(session, "name", createLineInput("Reef"));
    assert.deepEqual(await saveForm(session), { kind: "problem", target: getField(session, "state").id });
    editField(session, "state", createChoiceInput(session, "state", "Approved"));
    assert.deepEqual([(await saveForm(session)).kind, fixture.countRequests("POST")], ["saved", 1]);
  });

  it("shows the server's error message at its field", async () => {
    const { id } = dives([[null, "Planned"]]);
    const session = await fixture.open(fixture.createNewSubject(id));
    editField(session, "name", createLineInput("Reef"));
    const message = 'The transition to the value "Planned" is not valid.';
    const body = JSON.stringify({ error: { code: 400, message: `Bad Request: error: ${message}\n` } });
    fixture.server.faults.add({
      method: "POST",
      path: /artifacts/,
      fault: { kind: "status", status: 400, body },
    });
    assert.equal((await saveForm(session)).kind, "notSaved");
    assert.deepEqual(summarizeNotices(session), [["rejected", message, getField(session, "state").id]]);
  });
});

for (const dialect of ["product", "documented"] as const satisfies readonly Dialect[]) {
  describe(`an artifact that was just created on the ${dialect} dialect`, () => {
    let fixture: FormFixture;
    let tracker: TrackerHandle;

    beforeEach(async () => {
      fixture = await FormFixture.open(dialect);
      tracker = fixture.server.addTracker({
        projectId: 102,
        label: "Dives",
        fields: [
          stringField("name", "Name", { required: true }),
          listField("sb", "state", "State", states, { required: true, isSubmittable: false }),
          listField("sb", "leader", "Leader", "members", { isSubmittable: false }),
          fileField("files", "Files", {}),
        ],
      });
    });
    afterEach(() => fixture.close());

    async function created(): Promise<FormSession> {
      const session = await fixture.open(fixture.createNewSubject(tracker.id));
      const isThere = session.base?.form.fields.some(({ name }) => name === "state");
      assert.equal(isThere, dialect === "documented");
      editField(session, "name", createLineInput("Reef"));
      if (dialect === "documented") {
        editField(session, "state", createChoiceInput(session, "state", "Planned"));
      }
      assert.equal((await saveForm(session)).kind, "saved");
      return session;
    }

    it("shows fields that couldn't be set, without reporting remote changes", async () => {
      const session = await created();
      assert.deepEqual(summarizeNotices(session), []);
      assert.deepEqual(getField(session, "state").base, createChoiceInput(session, "state", "Planned"));
    });

    it("reports no remote changes for them, also after a failed reload or with changes by others", async () => {
      const isRead = { method: "GET", path: /artifacts\/\d+/ };
      const removeFault = fixture.server.faults.add({ ...isRead, fault: { kind: "status", status: 503 } });
      const session = await created();
      assert.deepEqual(summarizeNotices(session), [["failed", "serverError", "refresh"]]);
      removeFault();
      fixture.server.clock.advance(60_000);
      const artifactId = session.subject.kind === "artifact" ? session.subject.artifactId : assert.fail();
      const values = [{ field_id: tracker.fieldId("name"), value: "Wreck" }];
      fixture.server.updateArtifact(artifactId, { values, by: fixture.server.accounts.member });
      await session.refresh(neverAborted);
      assert.deepEqual(
        session.notices.map((notice) =>
          notice.kind === "remoteChanges" ? notice.changes.map(({ label }) => label) : notice.kind,
        ),
        [["Name"]],
      );
    });
  });
}
