import assert from "node:assert/strict";
import type { Editing } from "../../../src/store/editing.ts";
import { file, list, string } from "../../simulator/demo/draftField.ts";
import type { AddedTracker, TrackerHandle } from "../../simulator/remodel.ts";
import type { Dialect } from "../../simulator/simulator.ts";
import {
  Desk,
  fieldNamed,
  line,
  oneOf,
  save,
  signal,
  told,
  type,
} from "../../support/fixtures/formFixture.ts";

const states = [{ label: "Planned" }, { label: "Approved" }, { label: "Done" }];

describe("creating an artifact under a workflow, on the product dialect", () => {
  let desk: Desk;

  beforeEach(async () => {
    desk = await Desk.open("product");
  });
  afterEach(() => desk.close());

  function dives(transitions: NonNullable<AddedTracker["workflow"]>["transitions"]): TrackerHandle {
    return desk.server.addTracker({
      projectId: 102,
      label: "Dives",
      fields: [string("name", "Name", { required: true }), list("sb", "state", "State", states)],
      semantics: { title: "name", status: { field: "state", open: ["Planned"] } },
      workflow: { field: "state", isAdvanced: false, transitions },
    });
  }

  it("begins with the only value that may come first", async () => {
    const { id } = dives([
      [null, "Planned"],
      ["Planned", "Done"],
    ]);
    const editing = await desk.open(desk.fresh(id));
    assert.deepEqual(fieldNamed(editing, "state").base, oneOf(editing, "state", "Planned"));
    type(editing, "name", line("Reef"));
    const result = await save(editing);
    assert.deepEqual([result.kind, told(editing)], ["saved", []]);
    assert.deepEqual(fieldNamed(editing, "state").base, oneOf(editing, "state", "Planned"));
  });

  it("asks for one of several before anything is sent", async () => {
    const { id } = dives([
      [null, "Planned"],
      [null, "Approved"],
    ]);
    const editing = await desk.open(desk.fresh(id));
    type(editing, "name", line("Reef"));
    assert.deepEqual(await save(editing), { kind: "problem", target: fieldNamed(editing, "state").id });
    type(editing, "state", oneOf(editing, "state", "Approved"));
    assert.deepEqual([(await save(editing)).kind, desk.asked("POST")], ["saved", 1]);
  });

  it("shows a refusal at the field that it is about, in the server's own words", async () => {
    const { id } = dives([[null, "Planned"]]);
    const editing = await desk.open(desk.fresh(id));
    type(editing, "name", line("Reef"));
    const said = 'The transition to the value "Planned" is not valid.';
    const body = JSON.stringify({ error: { code: 400, message: `Bad Request: error: ${said}\n` } });
    desk.server.faults.add({
      method: "POST",
      path: /artifacts/,
      fault: { kind: "status", status: 400, body },
    });
    assert.equal((await save(editing)).kind, "notSaved");
    assert.deepEqual(told(editing), [["rejected", said, fieldNamed(editing, "state").id]]);
  });
});

for (const dialect of ["product", "documented"] as const satisfies readonly Dialect[]) {
  describe(`an artifact that was just created, on the ${dialect} dialect`, () => {
    let desk: Desk;
    let tracker: TrackerHandle;

    beforeEach(async () => {
      desk = await Desk.open(dialect);
      tracker = desk.server.addTracker({
        projectId: 102,
        label: "Dives",
        fields: [
          string("name", "Name", { required: true }),
          list("sb", "state", "State", states, { required: true, isSubmittable: false }),
          list("sb", "leader", "Leader", "members", { isSubmittable: false }),
          file("files", "Files", {}),
        ],
      });
    });
    afterEach(() => desk.close());

    async function created(): Promise<Editing> {
      const editing = await desk.open(desk.fresh(tracker.id));
      const isThere = editing.base?.form.fields.some(({ name }) => name === "state");
      assert.equal(isThere, dialect === "documented");
      type(editing, "name", line("Reef"));
      if (dialect === "documented") type(editing, "state", oneOf(editing, "state", "Planned"));
      assert.equal((await save(editing)).kind, "saved");
      return editing;
    }

    it("shows the fields that could not be set, and nobody has changed them", async () => {
      const editing = await created();
      assert.deepEqual(told(editing), []);
      assert.deepEqual(fieldNamed(editing, "state").base, oneOf(editing, "state", "Planned"));
    });

    it("shows them as nobody's change also when it could not be read at once, or others wrote to it meanwhile", async () => {
      const isRead = { method: "GET", path: /artifacts\/\d+/ };
      const heal = desk.server.faults.add({ ...isRead, fault: { kind: "status", status: 503 } });
      const editing = await created();
      assert.deepEqual(told(editing), [["failed", "serverTrouble", "refresh"]]);
      heal();
      desk.server.clock.advance(60_000);
      const artifactId = editing.subject.kind === "artifact" ? editing.subject.artifactId : assert.fail();
      const values = [{ field_id: tracker.fieldId("name"), value: "Wreck" }];
      desk.server.write(artifactId, { values, by: desk.server.accounts.member });
      await editing.refresh(signal);
      assert.deepEqual(
        editing.notices.map((notice) =>
          notice.kind === "news" ? notice.news.map(({ label }) => label) : notice.kind,
        ),
        [["Name"]],
      );
    });
  });
}
