import { RowList } from "../../../../src/store/queries/rowList.ts";
import assert from "node:assert/strict";
import { formatLocalDate } from "../../../../src/model/query/resolveQuery.ts";
import type { SavedCondition, SavedQuery } from "../../../../src/model/query/savedQuery.ts";
import { CurrentUser } from "../../../../src/store/queries/currentUser.ts";
import { type OpenQueryResult, openQuery } from "../../../../src/store/queries/openQuery.ts";
import { bugsTrackerId, dialects, createMemento, QueryFixture } from "./queryFixture.ts";

for (const dialect of dialects) {
  describe(`openQuery on the ${dialect} dialect`, () => {
    const isProduct = dialect === "product";
    let fixture: QueryFixture;

    beforeEach(async () => {
      fixture = await QueryFixture.start(dialect);
    });
    afterEach(() => fixture.close());

    function open(query: Partial<SavedQuery>, openOnly = false): Promise<OpenQueryResult> {
      const whole: SavedQuery = {
        name: "Mine",
        site: fixture.server.url,
        tracker: bugsTrackerId,
        where: [],
        openOnly: undefined,
        sort: undefined,
        group: undefined,
        text: undefined,
        report: undefined,
        ...query,
      };
      const { sites, catalog } = fixture.store;
      const context = {
        sites,
        catalog,
        currentUser: new CurrentUser(createMemento()),
        now: () => new Date(2026, 2, 1),
      };
      return openQuery(context, whole, { openOnly });
    }

    function is(field: string, ...values: readonly string[]): SavedCondition {
      return { field, operator: "is", values };
    }

    it("finds matching artifacts", async () => {
      const opened = await open({ where: [is("status", "New")] });
      assert.ok(opened.kind === "found");
      const list = new RowList(opened.source);
      await list.load();
      const statuses = list.items.map((item) => (item.kind === "artifact" ? item.status : "?"));
      assert.deepEqual(new Set(statuses), new Set(["New"]));
    });

    it("loads the tracker, and the current user only if needed", async () => {
      assert.equal(await fixture.countRequests(() => open({ where: [is("status", "New")] })), 1);
      const aboutMe = await fixture.countRequests(() => open({ where: [is("assigned_to", "${me}")] }));
      assert.equal(aboutMe, 1);
    });

    it("uses the view's open filter unless the query sets it", async () => {
      const sizes: (number | undefined)[] = [];
      const untold: boolean[] = [];
      for (const [message, view] of [
        [undefined, true],
        [true, false],
        [false, true],
        [undefined, false],
      ] as const) {
        const opened = await open({ openOnly: message }, view);
        assert.ok(opened.kind === "found");
        const list = new RowList(opened.source);
        await list.load();
        sizes.push(list.size);
        untold.push(opened.isOpenStateUnknown);
      }
      assert.deepEqual([sizes[0], sizes[2]], [sizes[1], sizes[3]]);
      assert.equal(sizes[0] !== sizes[2], isProduct);
      assert.deepEqual(untold, [!isProduct, !isProduct, false, false]);
    });

    it("uses only the user's sites", async () => {
      const requests = await fixture.countRequests(async () => {
        for (const site of ["https://evil.example", "no address", "", "file:///etc/passwd"]) {
          assert.deepEqual(await open({ site }), { kind: "siteUnknown" });
        }
      });
      assert.equal(requests, 0);
    });

    it("reports missing trackers, fields and values", async () => {
      const gone = await open({ tracker: 99_999 });
      assert.ok(gone.kind === "failed");
      assert.equal(gone.failure.kind, "notFound");
      const { fields } = await fixture.catalog.loadTracker(bugsTrackerId);
      const [status, severity] = ["status", "severity"].map(
        (wanted) => fields.find(({ name }) => name === wanted) ?? assert.fail(),
      );
      const removed = status?.choices?.find(({ label }) => label === "New") ?? assert.fail();
      fixture.server.removeField(bugsTrackerId, severity?.id ?? 0);
      fixture.server.removeChoice(bugsTrackerId, status?.id ?? 0, Number(removed.id));
      fixture.catalog.invalidateTracker(bugsTrackerId);
      const opened = await open({ where: [is("severity", "Critical"), is("status", "New")] });
      assert.ok(opened.kind === "problems");
      const isShownStill = (await fixture.catalog.loadTracker(bugsTrackerId)).fields
        .find(({ name }) => name === "status")
        ?.choices?.some(({ label }) => label === "New");
      assert.deepEqual(opened.problems, [
        { kind: "fieldNotFound", field: "severity" },
        ...(isShownStill === true ? [] : [{ kind: "valueNotFound", field: "status", value: "New" }]),
      ]);
    });

    it("reports an unknown current user", async () => {
      const opened = await open({ where: [is("assigned_to", "${me}")] });
      if (isProduct) return assert.equal(opened.kind, "found");
      assert.ok(opened.kind === "problems");
      assert.deepEqual(opened.problems, [{ kind: "currentUserUnknown", field: "assigned_to" }]);
    });

    it("reports a query that is too long for a URL when it is loaded", async () => {
      const text = Array.from({ length: 900 }, () => "word").join(" ");
      const where = [
        { field: "title", operator: "contains", values: [text] },
        { field: "details", operator: "contains", values: [text] },
      ];
      const { fields } = await fixture.catalog.loadTracker(bugsTrackerId);
      const other = fields.find(({ type }) => type === "text") ?? assert.fail();
      const opened = await open({
        where: where.map((each, at) => (at === 0 ? each : { ...each, field: other.name })),
      });
      assert.ok(opened.kind === "found");
      const list = new RowList(opened.source);
      await list.load();
      const { lastFailure } = list;
      assert.ok(lastFailure?.failure.kind === "invalidCriterion");
      assert.equal(lastFailure.failure.problem, "tooLong");
    });
  });
}

describe("formatLocalDate", () => {
  it("returns the local date", () => {
    assert.deepEqual([new Date(2026, 2, 1, 0, 0, 1), new Date(2026, 11, 31, 23, 59)].map(formatLocalDate), [
      "2026-03-01",
      "2026-12-31",
    ]);
  });
});
