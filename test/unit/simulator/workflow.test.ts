import assert from "node:assert/strict";
import { listField, stringField } from "../../simulator/demo/fieldDefinition.ts";
import { sendRequest, getError, sendJson, createKeyHeader } from "./sendRequest.ts";
import { fetchArtifact, fetchTrackerFields } from "./trackerFields.ts";
import { useSimulators } from "./useSimulators.ts";

interface WireField {
  readonly name: string;
  readonly permissions: readonly string[];
  readonly is_hidden?: boolean;
}

describe("simulator workflow", () => {
  const start = useSimulators();

  async function request(dialect: "product" | "documented") {
    const simulator = await start({ dialect });
    const trackerFields = await fetchTrackerFields(simulator, 12);
    const state = (label: string) => ({
      field_id: trackerFields.getFieldId("state"),
      bind_value_ids: [trackerFields.getChoiceId("state", label)],
    });
    const post = (...values: readonly object[]) =>
      sendJson(simulator, "POST", "/artifacts", {
        tracker: { id: 12 },
        values: [
          { field_id: trackerFields.getFieldId("subject"), value: "Tables for 2027" },
          { field_id: trackerFields.getFieldId("message"), value: "Please" },
          ...values,
        ],
      });
    const { id } = (await post()).data as { readonly id: number };
    const put = (...values: readonly object[]) => sendJson(simulator, "PUT", `/artifacts/${id}`, { values });
    const status = async () => (await fetchArtifact(simulator, id)).artifact.status;
    return { simulator, id, trackerFields, state, post, put, status };
  }

  it("product: rejects other status changes with a message that ends with a newline, and accepts transitions", async () => {
    const { state, put, status } = await request("product");
    assert.equal(await status(), "Received");
    const response = await put(state("Answered"));
    assert.match(getError(response)[1] ?? "", /^Bad Request: .*"Answered".*\n$/);
    assert.deepEqual([response.status, await status()], [400, "Received"]);
    assert.equal((await put(state("Received"))).status, 200);
    for (const label of ["Accepted", "Waiting for customer", "Accepted", "Answered"]) {
      assert.equal((await put(state(label))).status, 200, label);
      assert.equal(await status(), label);
    }
  });

  it("product: sets the initial state of a new artifact", async () => {
    const { state, post } = await request("product");
    assert.match(getError(await post(state("Refused")))[1] ?? "", /^Bad Request: error: .*"Refused".*\n$/);
    assert.equal((await post(state("Received"))).status, 201);
  });

  it("product: rejects a new artifact whose state is omitted or None", async () => {
    const simulator = await start({ dialect: "product" });
    const tracker = simulator.addTracker({
      projectId: 102,
      label: "Dives",
      fields: [
        stringField("name", "Name", {}),
        listField("sb", "state", "State", [{ label: "Planned" }, { label: "Done" }]),
      ],
      workflow: { field: "state", isAdvanced: false, transitions: [[null, "Planned"]] },
    });
    const name = { field_id: tracker.fieldId("name"), value: "Reef" };
    const post = (values: readonly object[]) =>
      sendJson(simulator, "POST", "/artifacts", { tracker: { id: tracker.id }, values: [name, ...values] });
    const chosen = (id: number) => [{ field_id: tracker.fieldId("state"), bind_value_ids: [id] }];
    const message = 'Bad Request: error: The transition to the value "None" is not valid.\n';
    for (const values of [[], chosen(100)]) {
      const response = await post(values);
      assert.deepEqual([response.status, getError(response)[1]], [400, message]);
    }
    assert.equal((await post(chosen(tracker.choiceId("state", "Planned")))).status, 201);
  });

  it("product: enforces the date rule", async () => {
    const { trackerFields, put } = await request("product");
    const dates = (fieldsBefore: string, answer: string) =>
      put(
        { field_id: trackerFields.getFieldId("received_on"), value: fieldsBefore },
        { field_id: trackerFields.getFieldId("answer_by"), value: answer },
      );
    assert.equal((await dates("2026-03-02", "2026-03-01")).status, 400);
    assert.equal((await dates("2026-03-02", "2026-03-09")).status, 200);
    assert.equal(
      (await put({ field_id: trackerFields.getFieldId("answer_by"), value: "2026-03-01" })).status,
      400,
    );
    assert.equal((await put({ field_id: trackerFields.getFieldId("answer_by"), value: "" })).status, 200);
  });

  it("product: lists the restrictions of the artifact's state, and rejects changes of a read-only field", async () => {
    const { simulator, id, trackerFields, state, put } = await request("product");
    const fetchFields = async () => {
      const headers = createKeyHeader(simulator.accounts.member);
      const response = await sendRequest(
        simulator,
        `/api/artifacts/${id}?tracker_structure_format=complete`,
        {
          headers,
        },
      );
      const { fields } = (response.data as { readonly tracker: { readonly fields: readonly WireField[] } })
        .tracker;
      return (name: string) => fields.find((field) => field.name === name);
    };
    const fieldsBefore = await fetchFields();
    assert.deepEqual(
      [
        fieldsBefore("survey")?.is_hidden,
        fieldsBefore("handling")?.is_hidden,
        fieldsBefore("message")?.is_hidden,
      ],
      [true, false, undefined],
    );
    assert.deepEqual(fieldsBefore("message")?.permissions, ["read", "update", "create"]);
    for (const label of ["Accepted", "Answered"]) await put(state(label));
    const fieldsAfter = await fetchFields();
    assert.deepEqual(
      [
        fieldsAfter("survey")?.is_hidden,
        fieldsAfter("message")?.permissions,
        fieldsAfter("subject")?.permissions,
      ],
      [false, ["read", "create"], ["read", "update", "create"]],
    );
    const message = (value: string) => ({
      field_id: trackerFields.getFieldId("message"),
      value: { content: value, format: "commonmark" },
    });
    assert.match(getError(await put(message("Other")))[1] ?? "", /^Bad Request: .*\n$/);
    assert.equal((await put(message("Please"))).status, 200);
    await put(state("Accepted"));
    assert.equal((await put(message("Other"))).status, 200);
    const tracker = await sendRequest(simulator, "/api/trackers/12", {
      headers: createKeyHeader(simulator.accounts.member),
    });
    assert.ok(!tracker.text.includes('is_hidden":true'));
  });

  it("documented: doesn't exist", async () => {
    const { state, put, status } = await request("documented");
    assert.equal((await put(state("Answered"))).status, 200);
    assert.equal(await status(), "Answered");
  });
});
