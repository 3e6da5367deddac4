import assert from "node:assert/strict";
import type { Dialect } from "../../../simulator/simulator.ts";
import { Desk, line, save, signal, type } from "../../../support/fixtures/formFixture.ts";
import { until } from "../../../support/wait.ts";

const bugs = 11;

for (const dialect of ["product", "documented"] as const satisfies readonly Dialect[]) {
  describe(`a form that was opened before, out of reach, on the ${dialect} dialect`, () => {
    let desk: Desk;

    beforeEach(async () => {
      desk = await Desk.open(dialect);
    });

    afterEach(() => desk.close());

    it("opens as it was, says so, and keeps what is typed; nothing is sent before it could be read", async () => {
      const id = await desk.anArtifactOf(bugs);
      const first = await desk.open(desk.subject(id), bugs);
      const title = first.base?.title;
      await desk.forms().close();
      await desk.server.close();

      const away = await desk.open(desk.subject(id), bugs, "later");
      assert.equal(away.base?.title, title);
      assert.ok(away.base?.asOf !== undefined && away.base.asOf <= Date.now());
      type(away, "title", line("Typed on a train"));
      const result = await save(away);
      assert.notEqual(result, "saved");
      assert.deepEqual(
        away.notices.map((notice) => (notice.kind === "failed" ? notice.doing : notice.kind)),
        ["save"],
      );
      assert.equal(away.working.hasUnsent, true);
    });

    it("is opened for something new too, whose fields are read before it is sent", async () => {
      const before = await desk.open(desk.fresh(bugs));
      assert.equal(before.base?.asOf, undefined);
      await desk.forms().close();
      await desk.store.catalog.forget(desk.site.api);
      await desk.server.close();
      const away = await desk.open(desk.fresh(bugs, "b"), undefined, "later");
      assert.ok(away.base?.asOf !== undefined);
      type(away, "title", line("Typed on a ferry"));
      assert.notEqual(await save(away), "saved");
      await desk.startServerAgain();
      desk.store.connections.reach.hope(desk.site.api);
      await save(away);
      const asked = desk.server.requests.map(({ method, path }) => `${method} ${path.replace(/\?.*/, "")}`);
      const structure = asked.indexOf(`GET /api/trackers/${bugs}`);
      const creation = asked.indexOf("POST /api/artifacts");
      // One dialect has more that has to be said before anything is sent.
      const isSent = dialect === "product";
      assert.equal(creation !== -1, isSent);
      assert.ok(structure !== -1 && (!isSent || structure < creation), asked.join("\n"));
      assert.equal(away.working.hasUnsent, !isSent);
    });

    it("knows when it was read, while it is open and after the site has gone", async () => {
      const id = await desk.anArtifactOf(bugs);
      const before = Date.now();
      const editing = await desk.open(desk.subject(id), bugs);
      const read = editing.asOf ?? assert.fail("nobody knows");
      assert.ok(read >= before && read <= Date.now());
      assert.equal(editing.base?.asOf, undefined);
      await until("the clock has moved on", () => Date.now() > read);
      await editing.look(signal);
      const looked = editing.asOf ?? assert.fail("nobody knows");
      assert.ok(looked > read, "a look that finds nothing new makes it of now");
      await desk.server.close();
      await editing.look(signal);
      await editing.refresh(signal);
      assert.equal(editing.asOf, looked);
    });

    it("is of now after the next look, on what others did meanwhile", async () => {
      const id = await desk.anArtifactOf(bugs);
      await desk.open(desk.subject(id), bugs);
      await desk.forms().close();
      await desk.server.close();
      const away = await desk.open(desk.subject(id), bugs, "later");
      const asOf = (): number | undefined => away.base?.asOf;
      assert.notEqual(asOf(), undefined);
      await desk.startServerAgain();
      desk.store.connections.reach.hope(desk.site.api);
      await away.look(signal);
      assert.equal(asOf(), undefined);
    });
  });
}
