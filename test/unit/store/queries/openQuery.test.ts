import assert from "node:assert/strict";
import { dayHere } from "../../../../src/model/query/resolve.ts";
import type { SavedCondition, SavedQuery } from "../../../../src/model/query/savedQuery.ts";
import { Me } from "../../../../src/store/queries/currentUser.ts";
import { type OpenedQuery, openQuery } from "../../../../src/store/queries/openQuery.ts";
import { bugsId, dialects, memoryInProcess, QueryStage } from "./stage.ts";

for (const dialect of dialects) {
  describe(`saved queries on the ${dialect} dialect`, () => {
    const isProduct = dialect === "product";
    let stage: QueryStage;

    beforeEach(async () => {
      stage = await QueryStage.start(dialect);
    });
    afterEach(() => stage.close());

    function open(query: Partial<SavedQuery>, openOnly = false): Promise<OpenedQuery> {
      const whole: SavedQuery = {
        name: "Mine",
        site: stage.server.url,
        tracker: bugsId,
        where: [],
        openOnly: undefined,
        sort: undefined,
        group: undefined,
        text: undefined,
        report: undefined,
        ...query,
      };
      const { sites, catalog } = stage.store;
      const world = { sites, catalog, me: new Me(memoryInProcess()), now: () => new Date(2026, 2, 1) };
      return openQuery(world, whole, { openOnly });
    }

    function is(field: string, ...values: readonly string[]): SavedCondition {
      return { field, operator: "is", values };
    }

    it("find what they ask for", async () => {
      const opened = await open({ where: [is("status", "New")] });
      assert.ok(opened.kind === "found");
      await opened.found.load();
      const statuses = opened.found.items.map((item) => (item.kind === "artifact" ? item.status : "?"));
      assert.deepEqual(new Set(statuses), new Set(["New"]));
    });

    it("take the structure to ask for, and who one is only where that is asked about", async () => {
      assert.equal(await stage.requestsOf(() => open({ where: [is("status", "New")] })), 1);
      const aboutMe = await stage.requestsOf(() => open({ where: [is("assigned_to", "${me}")] }));
      assert.equal(aboutMe, 1);
    });

    it("leave it to the view whether closed ones are wanted, unless they say so", async () => {
      const sizes: (number | undefined)[] = [];
      const untold: boolean[] = [];
      for (const [said, view] of [
        [undefined, true],
        [true, false],
        [false, true],
        [undefined, false],
      ] as const) {
        const opened = await open({ openOnly: said }, view);
        assert.ok(opened.kind === "found");
        await opened.found.load();
        sizes.push(opened.found.size);
        untold.push(opened.isOpenUntold);
      }
      assert.deepEqual([sizes[0], sizes[2]], [sizes[1], sizes[3]]);
      assert.equal(sizes[0] !== sizes[2], isProduct);
      assert.deepEqual(untold, [!isProduct, !isProduct, false, false]);
    });

    it("ask nobody but the sites that the person has", async () => {
      const requests = await stage.requestsOf(async () => {
        for (const site of ["https://evil.example", "no address", "", "file:///etc/passwd"]) {
          assert.deepEqual(await open({ site }), { kind: "siteUnknown" });
        }
      });
      assert.equal(requests, 0);
    });

    it("say which tracker is not to be read any more, which field is gone and which value was removed", async () => {
      const gone = await open({ tracker: 99_999 });
      assert.ok(gone.kind === "failed");
      assert.equal(gone.failure.kind, "notFound");
      const { fields } = await stage.catalog.tracker(bugsId);
      const [status, severity] = ["status", "severity"].map(
        (wanted) => fields.find(({ name }) => name === wanted) ?? assert.fail(),
      );
      const removed = status?.choices?.find(({ label }) => label === "New") ?? assert.fail();
      stage.server.removeField(bugsId, severity?.id ?? 0);
      stage.server.removeChoice(bugsId, status?.id ?? 0, Number(removed.id));
      stage.catalog.forgetTracker(bugsId);
      const opened = await open({ where: [is("severity", "Critical"), is("status", "New")] });
      assert.ok(opened.kind === "problems");
      const isShownStill = (await stage.catalog.tracker(bugsId)).fields
        .find(({ name }) => name === "status")
        ?.choices?.some(({ label }) => label === "New");
      assert.deepEqual(opened.problems, [
        { kind: "fieldGone", field: "severity" },
        ...(isShownStill === true ? [] : [{ kind: "valueGone", field: "status", value: "New" }]),
      ]);
    });

    it("say that nobody is known to be me", async () => {
      const opened = await open({ where: [is("assigned_to", "${me}")] });
      if (isProduct) return assert.equal(opened.kind, "found");
      assert.ok(opened.kind === "problems");
      assert.deepEqual(opened.problems, [{ kind: "nobodyIsMe", field: "assigned_to" }]);
    });

    it("that are too long for an address say so when they are read", async () => {
      const text = Array.from({ length: 900 }, () => "word").join(" ");
      const where = [
        { field: "title", operator: "contains", values: [text] },
        { field: "details", operator: "contains", values: [text] },
      ];
      const { fields } = await stage.catalog.tracker(bugsId);
      const other = fields.find(({ type }) => type === "text") ?? assert.fail();
      const opened = await open({
        where: where.map((each, at) => (at === 0 ? each : { ...each, field: other.name })),
      });
      assert.ok(opened.kind === "found");
      await opened.found.load();
      const { trouble } = opened.found;
      assert.ok(trouble?.failure.kind === "criterionRefused");
      assert.equal(trouble.failure.problem, "tooLong");
    });
  });
}

describe("today", () => {
  it("is the day where the person is", () => {
    assert.deepEqual([new Date(2026, 2, 1, 0, 0, 1), new Date(2026, 11, 31, 23, 59)].map(dayHere), [
      "2026-03-01",
      "2026-12-31",
    ]);
  });
});
