import assert from "node:assert/strict";
import type { Client } from "../../../src/api/client.ts";
import type { Criterion } from "../../../src/model/query/query.ts";
import type { Tracker } from "../../../src/model/tracker.ts";
import type { Fault } from "../../simulator/faults.ts";
import { type Dialect, type Simulator, startSimulator } from "../../simulator/simulator.ts";
import { bugsId, choiceId, World } from "../specification/world.ts";

for (const dialect of ["product", "documented"] as const satisfies readonly Dialect[]) {
  describe(`finding artifacts on the ${dialect} dialect`, () => {
    let server: Simulator;
    let world: World;
    let client: Client;
    let tracker: Tracker;

    beforeEach(async () => {
      server = await startSimulator({ dialect });
      world = new World(server);
      client = world.admin;
      tracker = await client.tracker(bugsId);
    });
    afterEach(async () => {
      await world.close();
      await server.close();
    });

    it("believes what the rows show", async () => {
      const ids = [choiceId(tracker, "status", "New"), choiceId(tracker, "status", "Confirmed")];
      const found = await client.find(tracker, [{ kind: "anyOf", field: "status", ids }], { offset: 0 });
      const statuses = new Set(
        found.items.map((item) => (item.kind === "artifact" ? item.status : item.kind)),
      );
      assert.deepEqual(statuses, new Set(["Confirmed", "New"]));
      // What the fields mean is told by the product only.
      assert.equal(found.credibility, dialect === "product" ? "checked" : "unchecked");
    });

    it("finds texts with quotes and backslashes in them", async () => {
      for (const text of [`back\\slash`, `"quoted"`, `été`]) {
        const found = await client.find(tracker, [{ kind: "contains", field: "title", text }], { offset: 0 });
        assert.equal(found.items.filter(({ kind }) => kind === "unreadable").length, 0);
      }
    });

    for (const fault of [
      { kind: "status", status: 411 },
      { kind: "status", status: 405 },
      { kind: "drop" },
    ] as const satisfies readonly Fault[]) {
      it(`tries once without the body where it is refused: ${JSON.stringify(fault)}`, async () => {
        const times = fault.kind === "drop" ? 3 : 1;
        server.faults.add({ path: /artifacts/, times, fault });
        const ids = [choiceId(tracker, "severity", "Critical")];
        const before = server.requests.length;
        const found = client.find(tracker, [{ kind: "anyOf", field: "severity", ids }], { offset: 0 });
        // Without the body a server that reads nothing else would answer with everything: the refusal stands.
        if (dialect === "documented") await assert.rejects(found);
        else assert.equal((await found).credibility, "unchecked");
        const sent = server.requests.slice(before).map(({ body }) => body !== "");
        assert.deepEqual(sent, [...Array.from({ length: times }, () => true), false]);
      });
    }

    it("learns where criteria are read, also when pages are as large as the server's own", async () => {
      const criteria = [
        { kind: "anyOf", field: "severity", ids: [choiceId(tracker, "severity", "Critical")] },
      ] as const;
      const first = await client.find(tracker, criteria, { offset: 0, limit: 100 });
      const again = await client.find(tracker, criteria, { offset: 0, limit: 100 });
      const { body, path } = world.lastRequest();
      const isInBody = dialect === "documented";
      assert.deepEqual([body !== "", path.includes("query=")], [isInBody, !isInBody]);
      assert.equal(first.size, again.size);
    });

    it("notices that a server passed over a criterion", async () => {
      if (dialect === "documented") return;
      const row = { id: 1, uri: "artifacts/1", title: "x", status: "Fixed" };
      const body = JSON.stringify([row]);
      server.faults.add({ path: /artifacts/, fault: { kind: "status", status: 200, body } });
      const ids = [choiceId(tracker, "status", "New")];
      const found = await client.find(tracker, [{ kind: "anyOf", field: "status", ids }], { offset: 0 });
      assert.equal(found.credibility, "contradicted");
    });

    it("refuses a second criterion on a field, of which only one would be sent", async () => {
      const day = (operator: "<" | ">", text: string): Criterion => ({
        kind: "date",
        field: "close_date",
        operator,
        days: [text],
      });
      const found = client.find(tracker, [day(">", "2026-01-01"), day("<", "2026-02-01")], { offset: 0 });
      await assert.rejects(found, { kind: "criterionRefused", problem: "repeatedField" });
    });

    it("refuses before sending what would be passed over, or is too long for an address", async () => {
      const before = server.requests.length;
      await assert.rejects(
        client.find(tracker, [{ kind: "contains", field: "gone", text: "x" }], { offset: 0 }),
        {
          kind: "criterionRefused",
          problem: "unknownField",
        },
      );
      const long = client.find(tracker, [{ kind: "contains", field: "title", text: "x".repeat(9000) }], {
        offset: 0,
      });
      await assert.rejects(long, { kind: "criterionRefused", problem: "tooLong" });
      assert.equal(server.requests.length, before);
    });
  });
}
