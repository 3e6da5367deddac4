import assert from "node:assert/strict";
import fc from "fast-check";
import { allMyProjects, quoteTql } from "../../../src/model/query/crossTracker.ts";
import { type Dialect, type Simulator, startSimulator } from "../../simulator/simulator.ts";
import { parseTql } from "../../simulator/search/parseTql.ts";
import { SpecificationContext } from "../specification/specificationContext.ts";

for (const dialect of ["product", "documented"] as const satisfies readonly Dialect[]) {
  describe(`queries over several trackers on the ${dialect} dialect`, () => {
    const isSupported = dialect === "product";
    let server: Simulator;
    let context: SpecificationContext;

    before(async () => {
      server = await startSimulator({ dialect });
      context = new SpecificationContext(server);
    });
    after(async () => {
      await context.close();
      await server.close();
    });

    it("return rows with project, tracker, people and dates", async () => {
      const client = context.member;
      const page = await client.findAcrossTrackers(
        { from: allMyProjects, where: "@assigned_to = MYSELF()", orderBy: "@id DESC" },
        { offset: 0, limit: 5 },
      );
      assert.equal(page !== undefined, isSupported);
      const [row] = page?.items ?? [];
      if (row === undefined) return;
      assert.equal(page?.items.length, 5);
      assert.equal(page.nextOffset, 5);
      assert.ok(row.kind === "artifact");
      const artifact = await client.artifact(row.id);
      assert.deepEqual(
        [row.title, row.status, row.page, row.tracker?.label, row.submittedBy?.label],
        [artifact.title, artifact.status, artifact.page, artifact.tracker.label, artifact.submittedBy?.label],
      );
      assert.deepEqual(
        row.assignees.map(({ label }) => label),
        artifact.assignees.map(({ label }) => label),
      );
      for (const date of ["submittedOn", "modifiedOn"] as const) {
        assert.equal(Date.parse(row[date] ?? ""), Date.parse(artifact[date] ?? ""));
      }
      assert.equal(typeof row.project, "string");
      assert.match(row.modifiedBy ?? "", /^[^()]+$/);
    });

    if (!isSupported) return;

    it("end with the first page that has no rows", async () => {
      const query = { from: allMyProjects, where: "@id >= 1", orderBy: undefined };
      const page = await context.member.findAcrossTrackers(query, { offset: 100_000 });
      const respondedAt = server.clock.now();
      assert.deepEqual(page, { items: [], nextOffset: undefined, total: 0, respondedAt });
    });

    it("fail with the server's message", async () => {
      const query = { from: allMyProjects, where: "@foo = 1", orderBy: undefined };
      await assert.rejects(context.member.findAcrossTrackers(query, { offset: 0 }), {
        kind: "invalidRequest",
        message: /We cannot search on '@foo'/,
      });
    });
  });
}

describe("quoted texts in TQL", () => {
  it("are read as they were, except for line breaks", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const query = parseTql(`SELECT @id FROM ${allMyProjects} WHERE @title = ${quoteTql(text)}`);
        const [term] = query.condition.operands[0]?.operands ?? [];
        assert.ok(term?.kind === "comparison");
        assert.ok(JSON.stringify(term).includes(JSON.stringify(text.replace(/[\r\n\f]+/g, " "))));
      }),
    );
  });
});
