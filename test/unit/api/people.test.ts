import assert from "node:assert/strict";
import type { Client } from "../../../src/api/client.ts";
import { type Simulator, startSimulator } from "../../simulator/simulator.ts";
import { World } from "../specification/world.ts";

describe("people, as the client finds them", () => {
  let server: Simulator;
  let world: World;
  let client: Client;

  beforeEach(async () => {
    server = await startSimulator({ dialect: "product" });
    world = new World(server);
    client = world.member;
  });
  afterEach(async () => {
    await world.close();
    await server.close();
  });

  it("are those whose name or user name holds the text", async () => {
    assert.deepEqual(await client.people("lindq"), [
      { id: 102, label: "Mara Lindqvist", username: "mlindqvist" },
    ]);
    assert.deepEqual(await client.people("张伟 & co"), []);
    assert.match(world.lastRequest().path, /[?&]limit=10\b/);
  });

  it("are named by their user name where they have no other", async () => {
    const body = JSON.stringify([
      { id: 7, real_name: "", username: "seven" },
      { id: "8", real_name: null, username: 5 },
      { id: 9, real_name: { evil: true } },
      { id: null, username: "nobody" },
      "what?",
    ]);
    server.faults.add({ path: "/users", fault: { kind: "status", status: 200, body } });
    assert.deepEqual(await client.people("any"), [
      { id: 7, label: "seven", username: "seven" },
      { id: 8, label: "5", username: "5" },
      { id: 9, label: "9", username: undefined },
    ]);
  });

  it("can't be found by less than the server wants, nor in an answer that is no list", async () => {
    await assert.rejects(client.people("ab"), { kind: "invalid" });
    server.faults.add({ path: "/users", fault: { kind: "status", status: 200, body: "{}" } });
    await assert.rejects(client.people("any"), { kind: "notUnderstood", reason: "shape" });
  });

  it("can't be found where the server has no such route", async () => {
    const other = await startSimulator({ dialect: "documented" });
    const there = new World(other);
    try {
      await assert.rejects(there.member.people("lindq"), { kind: "notFound" });
    } finally {
      await there.close();
      await other.close();
    }
  });
});
