import assert from "node:assert/strict";
import { problem, tell } from "./asking.ts";
import { artifactAt, formOf } from "./form.ts";
import { perTest } from "./perTest.ts";

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
    return { form, state, post, put, status };
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

  it("documented: has no workflow", async () => {
    const { state, put, status } = await request("documented");
    assert.equal((await put(state("Answered"))).status, 200);
    assert.equal(await status(), "Answered");
  });
});
