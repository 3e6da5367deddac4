import assert from "node:assert/strict";
import type { Client } from "../../../src/api/client.ts";
import type { Tracker } from "../../../src/model/tracker.ts";
import { type Dialect, type Simulator, startSimulator } from "../../simulator/simulator.ts";
import { bugsTrackerId, createBug, SpecificationContext } from "../specification/specificationContext.ts";

for (const dialect of ["product", "documented"] as const satisfies readonly Dialect[]) {
  describe(`TQL queries on the ${dialect} dialect`, () => {
    const hasTql = dialect === "product";
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

    it("return matching artifacts, or undefined if not supported", async () => {
      const found = await client.findByTql(tracker, "status = 'New'", { offset: 0 });
      if (!hasTql) return assert.equal(found, undefined);
      const statuses = found?.items.map((item) => (item.kind === "artifact" ? item.status : item.kind));
      assert.deepEqual(new Set(statuses), new Set(["New"]));
      assert.equal(found?.credibility, "unchecked");
    });

    it("detect missing support also with the server's default page size", async () => {
      const found = await client.findByTql(tracker, "status = 'New'", { offset: 0, limit: 100 });
      assert.equal(found === undefined, !hasTql);
      const second = await client.findByTql(tracker, "status = 'New'", { offset: 0, limit: 100 });
      assert.equal(second === undefined, !hasTql);
      if (hasTql) assert.match(context.getLastRequest().path, /[?&]limit=100\b/);
    });

    if (!hasTql) {
      it("aren't sent if the server reads criteria in the body", async () => {
        await client.findArtifacts(tracker, [{ kind: "contains", field: "title", text: "map" }], {
          offset: 0,
        });
        const before = server.requests.length;
        assert.equal(await client.findByTql(tracker, "status = 'New'", { offset: 0 }), undefined);
        assert.equal(server.requests.length, before);
      });
    }

    if (hasTql) {
      it("preserve backslashes", async () => {
        const { id } = await createBug(client, String.raw`A back\slash on its way`);
        const found = await client.findByTql(tracker, String.raw`title = 'back\slash on its way'`, {
          offset: 0,
        });
        assert.deepEqual(
          found?.items.map((item) => item.id),
          [id],
        );
        assert.match(context.getLastRequest().path, /back%5C%5Cslash/);
      });
    }

    if (hasTql) {
      it("fail with the server's message if they are invalid", async () => {
        for (const text of ["status = ", "nofield = 'a'", "status = 'No such value'"]) {
          await assert.rejects(client.findByTql(tracker, text, { offset: 0 }), ({ kind, request }) => {
            assert.equal(kind, "invalidRequest");
            assert.ok(request.serverMessage.length > 10);
            return true;
          });
        }
      });
    }

    it("aren't sent if they are empty or too long for a URL", async () => {
      const before = server.requests.length;
      await assert.rejects(client.findByTql(tracker, " ", { offset: 0 }), {
        kind: "invalidCriterion",
        problem: "invalidValue",
      });
      await assert.rejects(client.findByTql(tracker, `title = '${"x".repeat(8000)}'`, { offset: 0 }), {
        kind: "invalidCriterion",
        problem: "tooLong",
      });
      assert.equal(server.requests.length, before);
    });
  });
}
