import assert from "node:assert/strict";
import type { Dialect } from "../../../simulator/simulator.ts";
import { Desk, line, save, signal, type } from "../../../support/desk.ts";

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

    it("is of now after the next look, on what others did meanwhile", async () => {
      const id = await desk.anArtifactOf(bugs);
      await desk.open(desk.subject(id), bugs);
      await desk.forms().close();
      await desk.server.close();
      const away = await desk.open(desk.subject(id), bugs, "later");
      assert.ok(away.base?.asOf !== undefined);
      await desk.startServerAgain();
      desk.store.connections.reach.hope(desk.site.api);
      await away.look(signal);
      assert.equal(away.base?.asOf, undefined);
    });
  });
}
