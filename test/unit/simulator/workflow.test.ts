import assert from "node:assert/strict";
import { list, string } from "../../simulator/demo/draftField.ts";
import { ask, problem, tell, withKey } from "./asking.ts";
import { artifactAt, formOf } from "./form.ts";
import { perTest } from "./perTest.ts";

interface ToldField {
  readonly name: string;
  readonly permissions: readonly string[];
  readonly is_hidden?: boolean;
}

describe("simulator: a status that moves along transitions", () => {
  const start = perTest();

  async function request(dialect: "product" | "documented") {
    const simulator = await start({ dialect });
    const form = await formOf(simulator, 12);
    const state = (label: string) => ({
      field_id: form.id("state"),
      bind_value_ids: [form.choice("state", label)],
    });
    const post = (...values: readonly object[]) =>
      tell(simulator, "POST", "/artifacts", {
        tracker: { id: 12 },
        values: [
          { field_id: form.id("subject"), value: "Tables for 2027" },
          { field_id: form.id("message"), value: "Please" },
          ...values,
        ],
      });
    const { id } = (await post()).data as { readonly id: number };
    const put = (...values: readonly object[]) => tell(simulator, "PUT", `/artifacts/${id}`, { values });
    const status = async () => (await artifactAt(simulator, id)).artifact.status;
    return { simulator, id, form, state, post, put, status };
  }

  it("product: refuses any other move in a sentence that ends with a newline, and makes the allowed ones", async () => {
    const { state, put, status } = await request("product");
    assert.equal(await status(), "Received");
    const refusal = await put(state("Answered"));
    assert.match(problem(refusal)[1] ?? "", /^Bad Request: .*"Answered".*\n$/);
    assert.deepEqual([refusal.status, await status()], [400, "Received"]);
    assert.equal((await put(state("Received"))).status, 200);
    for (const label of ["Accepted", "Waiting for customer", "Accepted", "Answered"]) {
      assert.equal((await put(state(label))).status, 200, label);
      assert.equal(await status(), label);
    }
  });

  it("product: a new artifact starts where the workflow starts", async () => {
    const { state, post } = await request("product");
    assert.match(problem(await post(state("Refused")))[1] ?? "", /^Bad Request: error: .*"Refused".*\n$/);
    assert.equal((await post(state("Received"))).status, 201);
  });

  it("product: a new artifact without a first state is refused, left out or None", async () => {
    const simulator = await start({ dialect: "product" });
    const tracker = simulator.addTracker({
      projectId: 102,
      label: "Dives",
      fields: [
        string("name", "Name", {}),
        list("sb", "state", "State", [{ label: "Planned" }, { label: "Done" }]),
      ],
      workflow: { field: "state", isAdvanced: false, transitions: [[null, "Planned"]] },
    });
    const name = { field_id: tracker.fieldId("name"), value: "Reef" };
    const post = (values: readonly object[]) =>
      tell(simulator, "POST", "/artifacts", { tracker: { id: tracker.id }, values: [name, ...values] });
    const chosen = (id: number) => [{ field_id: tracker.fieldId("state"), bind_value_ids: [id] }];
    const refused = 'Bad Request: error: The transition to the value "None" is not valid.\n';
    for (const values of [[], chosen(100)]) {
      const refusal = await post(values);
      assert.deepEqual([refusal.status, problem(refusal)[1]], [400, refused]);
    }
    assert.equal((await post(chosen(tracker.choiceId("state", "Planned")))).status, 201);
  });

  it("product: holds dates to their rule", async () => {
    const { form, put } = await request("product");
    const dates = (received: string, answer: string) =>
      put(
        { field_id: form.id("received_on"), value: received },
        { field_id: form.id("answer_by"), value: answer },
      );
    assert.equal((await dates("2026-03-02", "2026-03-01")).status, 400);
    assert.equal((await dates("2026-03-02", "2026-03-09")).status, 200);
    assert.equal((await put({ field_id: form.id("answer_by"), value: "2026-03-01" })).status, 400);
    assert.equal((await put({ field_id: form.id("answer_by"), value: "" })).status, 200);
  });

  it("product: an artifact tells what its state takes away, and a frozen field refuses another value", async () => {
    const { simulator, id, form, state, put } = await request("product");
    const told = async () => {
      const headers = withKey(simulator.accounts.member);
      const reply = await ask(simulator, `/api/artifacts/${id}?tracker_structure_format=complete`, {
        headers,
      });
      const { fields } = (reply.data as { readonly tracker: { readonly fields: readonly ToldField[] } })
        .tracker;
      return (name: string) => fields.find((field) => field.name === name);
    };
    const received = await told();
    assert.deepEqual(
      [received("survey")?.is_hidden, received("handling")?.is_hidden, received("message")?.is_hidden],
      [true, false, undefined],
    );
    assert.deepEqual(received("message")?.permissions, ["read", "update", "create"]);
    for (const label of ["Accepted", "Answered"]) await put(state(label));
    const answered = await told();
    assert.deepEqual(
      [answered("survey")?.is_hidden, answered("message")?.permissions, answered("subject")?.permissions],
      [false, ["read", "create"], ["read", "update", "create"]],
    );
    const message = (value: string) => ({
      field_id: form.id("message"),
      value: { content: value, format: "commonmark" },
    });
    assert.match(problem(await put(message("Other")))[1] ?? "", /^Bad Request: .*\n$/);
    assert.equal((await put(message("Please"))).status, 200);
    await put(state("Accepted"));
    assert.equal((await put(message("Other"))).status, 200);
    const plain = await ask(simulator, "/api/trackers/12", { headers: withKey(simulator.accounts.member) });
    assert.ok(!plain.text.includes('is_hidden":true'));
  });

  it("documented: has no workflow", async () => {
    const { state, put, status } = await request("documented");
    assert.equal((await put(state("Answered"))).status, 200);
    assert.equal(await status(), "Answered");
  });
});
