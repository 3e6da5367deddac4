import assert from "node:assert/strict";
import { MessageKnowledge } from "../../../src/features/commits/scmInput/messageKnowledge.ts";
import { platformOnly } from "../../../src/model/reference/find.ts";
import { Lookups } from "../../../src/store/references/lookups.ts";
import { Desk } from "../../support/fixtures/formFixture.ts";

const bugs = 11;
const nowhere = 987_654;

for (const dialect of ["product", "documented"] as const) {
  describe(`what is known for a commit message, on the ${dialect} dialect`, () => {
    let desk: Desk;
    let lookups: Lookups;
    let knowledge: MessageKnowledge;
    let now: number;

    beforeEach(async () => {
      desk = await Desk.open(dialect);
      now = 1_000_000;
      lookups = new Lookups(desk.store.catalog, () => now);
      knowledge = new MessageKnowledge(lookups, () => now);
    });
    afterEach(async () => {
      knowledge.dispose();
      lookups.dispose();
      await desk.close();
    });

    const statesOf = async (message: string, comment?: string): Promise<(artifactId: number) => string> =>
      knowledge.of(message, desk.site, { comment, grammar: platformOnly }, new AbortController().signal);

    it("is asked of the server once, and tells what is missing", async () => {
      const id = await desk.anArtifactOf(bugs);
      const first = await statesOf(`art #${id} art #${nowhere}`);
      // The documented dialect does not tell what is closed.
      const states = dialect === "product" ? ["open", "closed"] : ["unknown"];
      assert.ok(states.includes(first(id)), first(id));
      assert.equal(first(nowhere), "missing");
      assert.equal(first(1), "unknown");
      const asked = desk.server.requests.length;
      const second = await statesOf(`More: art #${id} art #${nowhere}`);
      assert.deepEqual([second(id), second(nowhere)], [first(id), "missing"]);
      assert.equal(desk.server.requests.length, asked);
    });

    it("is not asked for what git leaves out, nor for what is no reference", async () => {
      const asked = desk.server.requests.length;
      const states = await statesOf(`Mend 2026-11-15, v17.4\n# art #${nowhere}`, "#");
      assert.equal(states(nowhere), "unknown");
      assert.equal(desk.server.requests.length, asked);
    });

    it("stays open where the server fails, which is not asked with each letter then", async () => {
      const message = `art #${nowhere}`;
      const mend = desk.server.faults.add({ path: /artifacts/, fault: { kind: "status", status: 400 } });
      assert.equal((await statesOf(message))(nowhere), "unknown");
      mend();
      const asked = desk.server.requests.length;
      assert.equal((await statesOf(message))(nowhere), "unknown");
      assert.equal(desk.server.requests.length, asked);
      now += 61_000;
      assert.equal((await statesOf(message))(nowhere), "missing");
    });
  });
}
