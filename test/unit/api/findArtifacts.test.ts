import assert from "node:assert/strict";
import type { Client } from "../../../src/api/client.ts";
import type { Criterion } from "../../../src/model/query/criteria.ts";
import type { Tracker } from "../../../src/model/tracker.ts";
import type { Fault } from "../../simulator/faults.ts";
import { type Dialect, type Simulator, startSimulator } from "../../simulator/simulator.ts";
import { bugsTrackerId, getChoiceId, SpecificationContext } from "../specification/specificationContext.ts";

for (const dialect of ["product", "documented"] as const satisfies readonly Dialect[]) {
  describe(`findArtifacts on the ${dialect} dialect`, () => {
    let server: Simulator;
    let context: SpecificationContext;
    let client: Client;
    let tracker: Tracker;

    beforeEach(async () => {
      server = await startSimulator({ dialect });
      context = new SpecificationContext(server);
      client = context.admin;
      tracker = await client.tracker(bugsTrackerId);
    });
    afterEach(async () => {
      await context.close();
      await server.close();
    });

    it("verifies the filter by the rows", async () => {
      const ids = [getChoiceId(tracker, "status", "New"), getChoiceId(tracker, "status", "Confirmed")];
      const found = await client.findArtifacts(tracker, [{ kind: "anyOf", field: "status", ids }], {
        offset: 0,
      });
      const statuses = new Set(
        found.items.map((item) => (item.kind === "artifact" ? item.status : item.kind)),
      );
      assert.deepEqual(statuses, new Set(["Confirmed", "New"]));
      // Only the product returns the semantics that the verification needs.
      assert.equal(found.credibility, dialect === "product" ? "checked" : "unchecked");
    });

    it("accepts texts with quotes and backslashes", async () => {
      for (const text of [`back\\slash`, `"quoted"`, `été`]) {
        const found = await client.findArtifacts(tracker, [{ kind: "contains", field: "title", text }], {
          offset: 0,
        });
        assert.equal(found.items.filter(({ kind }) => kind === "unreadable").length, 0);
      }
    });

    for (const fault of [
      { kind: "status", status: 411 },
      { kind: "status", status: 405 },
      { kind: "drop" },
    ] as const satisfies readonly Fault[]) {
      it(`retries once without a body if the body is rejected: ${JSON.stringify(fault)}`, async () => {
        const times = fault.kind === "drop" ? 3 : 1;
        server.faults.add({ path: /artifacts/, times, fault });
        const ids = [getChoiceId(tracker, "severity", "Critical")];
        const before = server.requests.length;
        const found = client.findArtifacts(tracker, [{ kind: "anyOf", field: "severity", ids }], {
          offset: 0,
        });
        // A server that reads only the body would return everything, so the failure is thrown.
        if (dialect === "documented") await assert.rejects(found);
        else assert.equal((await found).credibility, "unchecked");
        const sent = server.requests.slice(before).map(({ body }) => body !== "");
        assert.deepEqual(sent, [...Array.from({ length: times }, () => true), false]);
      });
    }

    it("detects where criteria are read, also with the server's default page size", async () => {
      const criteria = [
        { kind: "anyOf", field: "severity", ids: [getChoiceId(tracker, "severity", "Critical")] },
      ] as const;
      const first = await client.findArtifacts(tracker, criteria, { offset: 0, limit: 100 });
      const second = await client.findArtifacts(tracker, criteria, { offset: 0, limit: 100 });
      const { body, path } = context.getLastRequest();
      const isInBody = dialect === "documented";
      assert.deepEqual([body !== "", path.includes("query=")], [isInBody, !isInBody]);
      assert.equal(first.total, second.total);
    });

    it("detects that the server ignored a criterion", async () => {
      if (dialect === "documented") return;
      const row = { id: 1, uri: "artifacts/1", title: "x", status: "Fixed" };
      const body = JSON.stringify([row]);
      server.faults.add({ path: /artifacts/, fault: { kind: "status", status: 200, body } });
      const ids = [getChoiceId(tracker, "status", "New")];
      const found = await client.findArtifacts(tracker, [{ kind: "anyOf", field: "status", ids }], {
        offset: 0,
      });
      assert.equal(found.credibility, "contradicted");
    });

    it("rejects two criteria on the same field", async () => {
      const createCriterion = (operator: "<" | ">", text: string): Criterion => ({
        kind: "date",
        field: "close_date",
        operator,
        dates: [text],
      });
      const found = client.findArtifacts(
        tracker,
        [createCriterion(">", "2026-01-01"), createCriterion("<", "2026-02-01")],
        { offset: 0 },
      );
      await assert.rejects(found, { kind: "invalidCriterion", problem: "duplicateField" });
    });

    it("rejects criteria that the server would ignore, or that are too long for a URL, without a request", async () => {
      const before = server.requests.length;
      await assert.rejects(
        client.findArtifacts(tracker, [{ kind: "contains", field: "gone", text: "x" }], { offset: 0 }),
        {
          kind: "invalidCriterion",
          problem: "unknownField",
        },
      );
      const tooLong = client.findArtifacts(
        tracker,
        [{ kind: "contains", field: "title", text: "x".repeat(9000) }],
        {
          offset: 0,
        },
      );
      await assert.rejects(tooLong, { kind: "invalidCriterion", problem: "tooLong" });
      assert.equal(server.requests.length, before);
    });
  });
}
