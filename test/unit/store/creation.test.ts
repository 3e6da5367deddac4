import assert from "node:assert/strict";
import { list, string } from "../../simulator/demo/draftField.ts";
import type { AddedTracker, TrackerHandle } from "../../simulator/remodel.ts";
import { Desk, fieldNamed, line, oneOf, save, told, type } from "../../support/fixtures/formFixture.ts";

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
