import assert from "node:assert/strict";
import type { Client } from "../../../src/api/client.ts";
import type { Tracker } from "../../../src/model/tracker.ts";
import { type Dialect, type Simulator, startSimulator } from "../../simulator/simulator.ts";
import { bugsId, newBug, World } from "../specification/world.ts";

for (const dialect of ["product", "documented"] as const satisfies readonly Dialect[]) {
  describe(`queries in the server's own language on the ${dialect} dialect`, () => {
    const has = dialect === "product";
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

    it("find what they ask for, or are known not to be read", async () => {
      const found = await client.findByText(tracker, "status = 'New'", { offset: 0 });
      if (!has) return assert.equal(found, undefined);
      const statuses = found?.items.map((item) => (item.kind === "artifact" ? item.status : item.kind));
      assert.deepEqual(new Set(statuses), new Set(["New"]));
      assert.equal(found?.credibility, "unchecked");
    });

    it("are never taken for read where a page is as large as the server's own", async () => {
      const found = await client.findByText(tracker, "status = 'New'", { offset: 0, limit: 100 });
      assert.equal(found === undefined, !has);
      const again = await client.findByText(tracker, "status = 'New'", { offset: 0, limit: 100 });
      assert.equal(again === undefined, !has);
      if (has) assert.match(world.lastRequest().path, /[?&]limit=100\b/);
    });

    if (!has) {
      it("are not asked where criteria are known to be read in the body", async () => {
        await client.find(tracker, [{ kind: "contains", field: "title", text: "map" }], { offset: 0 });
        const before = server.requests.length;
        assert.equal(await client.findByText(tracker, "status = 'New'", { offset: 0 }), undefined);
        assert.equal(server.requests.length, before);
      });
    }

    if (has) {
      it("keep their backslashes", async () => {
        const { id } = await newBug(client, String.raw`A back\slash on its way`);
        const found = await client.findByText(tracker, String.raw`title = 'back\slash on its way'`, {
          offset: 0,
        });
        assert.deepEqual(
          found?.items.map((item) => item.id),
          [id],
        );
        assert.match(world.lastRequest().path, /back%5C%5Cslash/);
      });
    }

    if (has) {
      it("fail with the server's sentence where it can't read them", async () => {
        for (const text of ["status = ", "nofield = 'a'", "status = 'No such value'"]) {
          await assert.rejects(client.findByText(tracker, text, { offset: 0 }), ({ kind, request }) => {
            assert.equal(kind, "invalid");
            assert.ok(request.said.length > 10);
            return true;
          });
        }
      });
    }

    it("are refused before sending where they are empty or too long for an address", async () => {
      const before = server.requests.length;
      await assert.rejects(client.findByText(tracker, " ", { offset: 0 }), {
        kind: "criterionRefused",
        problem: "badValue",
      });
      await assert.rejects(client.findByText(tracker, `title = '${"x".repeat(8000)}'`, { offset: 0 }), {
        kind: "criterionRefused",
        problem: "tooLong",
      });
      assert.equal(server.requests.length, before);
    });
  });
}
