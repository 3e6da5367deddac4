import assert from "node:assert/strict";
import type { Client } from "../../../src/api/client.ts";
import { type Simulator, startSimulator } from "../../simulator/simulator.ts";
import { SpecificationContext } from "../specification/specificationContext.ts";

describe("findUsers", () => {
  let server: Simulator;
  let context: SpecificationContext;
  let client: Client;

  beforeEach(async () => {
    server = await startSimulator({ dialect: "product" });
    context = new SpecificationContext(server);
    client = context.member;
  });
  afterEach(async () => {
    await context.close();
    await server.close();
  });

  it("finds users by real name or user name", async () => {
    assert.deepEqual(await client.findUsers("lindq"), [
      { id: 102, label: "Mara Lindqvist", username: "mlindqvist" },
    ]);
    assert.deepEqual(await client.findUsers("张伟 & co"), []);
    assert.match(context.getLastRequest().path, /[?&]limit=10\b/);
  });

  it("labels users without a real name by their user name", async () => {
    const body = JSON.stringify([
      { id: 7, real_name: "", username: "seven" },
      { id: "8", real_name: null, username: 5 },
      { id: 9, real_name: { evil: true } },
      { id: null, username: "nobody" },
      "what?",
    ]);
    server.faults.add({ path: "/users", fault: { kind: "status", status: 200, body } });
    assert.deepEqual(await client.findUsers("any"), [
      { id: 7, label: "seven", username: "seven" },
      { id: 8, label: "5", username: "5" },
      { id: 9, label: "9", username: undefined },
    ]);
  });

  it("fails if the query is too short or the response isn't a list", async () => {
    await assert.rejects(client.findUsers("ab"), { kind: "invalidRequest" });
    server.faults.add({ path: "/users", fault: { kind: "status", status: 200, body: "{}" } });
    await assert.rejects(client.findUsers("any"), { kind: "unexpectedResponse", reason: "shape" });
  });

  it("fails if the server has no such route", async () => {
    const otherServer = await startSimulator({ dialect: "documented" });
    const otherContext = new SpecificationContext(otherServer);
    try {
      await assert.rejects(otherContext.member.findUsers("lindq"), { kind: "notFound" });
    } finally {
      await otherContext.close();
      await otherServer.close();
    }
  });
});
