import assert from "node:assert/strict";
import type { ReadClient } from "../../../../src/api/readClient.ts";
import { ServerError } from "../../../../src/model/failure.ts";
import type { CrossTrackerQuery, CrossTrackerRow } from "../../../../src/model/query/crossTracker.ts";
import { getRowTracker } from "../../../../src/model/query/sortAndGroup.ts";
import type { SavedCondition, SavedQuery, SavedValue } from "../../../../src/model/query/savedQuery.ts";
import type { ArtifactRow } from "../../../../src/model/artifact.ts";
import { findChangedRowFields } from "../../../../src/model/triage/fieldEditRequest.ts";
import { createCrossTrackerSource } from "../../../../src/store/queries/crossTrackerSource.ts";
import { CurrentUser } from "../../../../src/store/queries/currentUser.ts";
import { openQuery, type OpenQueryResult } from "../../../../src/store/queries/openQuery.ts";
import { RowList } from "../../../../src/store/queries/rowList.ts";
import {
  bugsTrackerId,
  createMemento,
  dialects,
  epicsTrackerId,
  QueryFixture,
  requestsTrackerId,
} from "./queryFixture.ts";

for (const dialect of dialects) {
  describe(`a query over several trackers on the ${dialect} dialect`, () => {
    const isProduct = dialect === "product";
    let fixture: QueryFixture;

    before(async () => {
      fixture = await QueryFixture.start(dialect);
    });
    after(() => fixture.close());

    function open(query: Partial<SavedQuery>, openOnly = false): Promise<OpenQueryResult> {
      const whole: SavedQuery = {
        name: "Mine",
        site: fixture.server.url,
        tracker: "all",
        where: [],
        openOnly: undefined,
        sort: undefined,
        group: undefined,
        text: undefined,
        report: undefined,
        ...query,
      };
      const { sites, catalog } = fixture.store;
      const currentUser = new CurrentUser(createMemento());
      return openQuery({ sites, catalog, currentUser, now: () => new Date(2026, 2, 2) }, whole, { openOnly });
    }

    async function load(query: Partial<SavedQuery>, openOnly?: boolean): Promise<RowList> {
      const opened = await open(query, openOnly);
      assert.ok(opened.kind === "found", opened.kind);
      assert.equal(opened.tracker, undefined);
      const list = new RowList(opened.source);
      await list.loadUntil(() => false);
      if (list.lastFailure !== undefined) throw list.lastFailure.failure;
      return list;
    }

    async function loadRows(query: Partial<SavedQuery>, openOnly?: boolean): Promise<readonly ArtifactRow[]> {
      return (await load(query, openOnly)).items.filter((item) => item.kind === "artifact");
    }

    function condition(field: string, operator: string, ...values: readonly SavedValue[]): SavedCondition {
      return { field, operator, values };
    }

    function getIds(rows: readonly ArtifactRow[]): readonly number[] {
      return rows.map(({ id }) => id);
    }

    if (!isProduct) {
      it("isn't supported", async () => {
        for (const tracker of ["all", [bugsTrackerId, requestsTrackerId]] as const) {
          const list = await load({ tracker, where: [condition("modified", ">", "${today-7}")] });
          assert.deepEqual([list.isUnsupported, list.items, list.hasMore], [true, [], false]);
        }
      });
      return;
    }

    it("has the artifacts of all projects of the user, newest first, with their trackers", async () => {
      const list = await load({});
      const rows = list.items.filter((item) => item.kind === "artifact");
      assert.ok(rows.length > 100, "several pages");
      // The server counts artifacts that the user can't read, too.
      assert.ok(rows.length <= (list.size ?? 0));
      assert.deepEqual(
        getIds(rows),
        getIds(rows).toSorted((one, other) => other - one),
      );
      const labels = new Set(rows.map((row) => getRowTracker(row)?.label));
      assert.ok(labels.has("Bugs") && labels.size > 2, [...labels].join());
      const projects = new Set(rows.map((row) => (row as CrossTrackerRow).project));
      assert.ok(projects.size > 1, [...projects].join());
    });

    it("has only matching artifacts", async () => {
      const { client } = await fixture.connect();
      const me = fixture.server.accounts.member;
      const rows = await loadRows({ where: [condition("assignee", "is", "${me}")] }, true);
      assert.ok(rows.length > 0);
      for (const row of rows) {
        const { id, isOpen } = row;
        const artifact = await client.artifact(id);
        assert.deepEqual([isOpen, artifact.isOpen], [true, true]);
        assert.ok(artifact.assignees.some((user) => user.id === me.id));
        // Otherwise an edit of the row would ask about changes that nobody made.
        assert.deepEqual(findChangedRowFields(row, artifact), []);
      }
      const closed = await loadRows({ where: [condition("status", "is", "closed")] }, true);
      const open = await loadRows({ openOnly: true });
      assert.ok(closed.length > 0 && closed.every(({ isOpen }) => isOpen === false));
      const openIds = new Set(getIds(open));
      assert.ok(getIds(closed).every((id) => !openIds.has(id)));
      const [{ title = "" } = assert.fail()] = open;
      const words = title.split(/\s+/).slice(0, 2).toReversed().join(" ").toUpperCase();
      const titled = await loadRows({ where: [condition("title", "contains", words)] });
      assert.ok(titled.some((row) => row.title === title));
    });

    it("has the artifacts of selected trackers, with the IDs of these, also of several projects", async () => {
      const trackers = [bugsTrackerId, epicsTrackerId];
      const rows = await loadRows({ tracker: trackers });
      const expected: number[] = [];
      for (const tracker of trackers) {
        const ids = getIds(await loadRows({ tracker: [tracker] }));
        assert.ok(ids.length > 0);
        expected.push(...ids);
      }
      assert.deepEqual(
        getIds(rows),
        expected.toSorted((one, other) => other - one),
      );
      assert.deepEqual(new Set(rows.map((row) => getRowTracker(row)?.id)), new Set(trackers));
      const { client } = await fixture.connect();
      const [first = assert.fail()] = rows;
      assert.equal((await client.artifact(first.id)).tracker.id, getRowTracker(first)?.id);
    });

    it("splits long lists of users, and has each artifact once", async () => {
      const { client } = await fixture.connect();
      const names = (await client.findUsers("user")).flatMap(({ username }) => username ?? []);
      const users = [...new Set([...names, fixture.server.accounts.member.username])];
      const submitter = (values: readonly string[]): Partial<SavedQuery> => ({
        where: [condition("submitter", "is", ...values)],
      });
      const all = await loadRows(submitter([...users, ...Array.from({ length: 12 }, () => users[0] ?? "")]));
      const opened = await open(submitter(users));
      assert.ok(opened.kind === "found" && opened.resolved.kind === "crossTracker");
      assert.equal(opened.resolved.queries.length, Math.ceil(users.length / 10));
      const ids = getIds(all);
      assert.equal(new Set(ids).size, ids.length);
      const single = new Set<number>();
      for (const user of users) for (const id of getIds(await loadRows(submitter([user])))) single.add(id);
      assert.deepEqual(
        ids,
        [...single].toSorted((one, other) => other - one),
      );
    });

    it("means the user's days, not the server's", async () => {
      const all = await loadRows({});
      const days = new Map<string, number[]>();
      for (const { id, modifiedOn = "" } of all) {
        const at = new Date(modifiedOn);
        const day = `${at.getFullYear()}-${String(at.getMonth() + 1).padStart(2, "0")}-${String(at.getDate()).padStart(2, "0")}`;
        days.set(day, [...(days.get(day) ?? []), id]);
      }
      const sorted = [...days].toSorted(([one], [other]) => (one < other ? -1 : 1));
      const [day = "", ids = []] = sorted[Math.floor(sorted.length / 2)] ?? [];
      assert.deepEqual(getIds(await loadRows({ where: [condition("modified", "=", day)] })), ids);
      const isBefore = all.filter(({ id }) => sorted.some(([each, own]) => each < day && own.includes(id)));
      const before = await loadRows({ where: [condition("modified", "<", day)] });
      assert.deepEqual(getIds(before), getIds(isBefore));
    });

    it("can be written in TQL, with its own order", async () => {
      const text = "FROM @project = MY_PROJECTS() WHERE @status = OPEN() ORDER BY @last_update_date ASC";
      const rows = await loadRows({ text });
      const dates = rows.map(({ modifiedOn = "" }) => Date.parse(modifiedOn));
      assert.deepEqual(
        dates,
        dates.toSorted((one, other) => one - other),
      );
      assert.ok(rows.length > 50);
    });

    it("fails with the server's error and its position", async () => {
      const opened = await open({ text: "SELECT @id WHERE @id = 1" });
      assert.ok(opened.kind === "found");
      const list = new RowList(opened.source);
      await list.load();
      const failure = list.lastFailure?.failure;
      assert.deepEqual(
        [failure?.kind, failure?.request.position],
        ["invalidRequest", { line: 1, column: 12 }],
      );
    });

    it("names trackers that can't be read, shows the artifacts of the others, and recovers", async () => {
      const trackers = [bugsTrackerId, epicsTrackerId, 98_765];
      const missing = async (): Promise<readonly number[]> => {
        const opened = await open({ tracker: trackers });
        assert.ok(opened.kind === "found" && opened.resolved.kind === "crossTracker", opened.kind);
        return opened.resolved.missingTrackerIds;
      };
      fixture.catalog.invalidateTracker(epicsTrackerId);
      fixture.server.faults.add({
        path: `/trackers/${epicsTrackerId}`,
        fault: { kind: "status", status: 403 },
      });
      assert.deepEqual(await missing(), [epicsTrackerId, 98_765]);
      const bugs = await loadRows({ tracker: [bugsTrackerId] });
      assert.deepEqual(new Set(getIds(await loadRows({ tracker: trackers }))), new Set(getIds(bugs)));
      fixture.server.faults.clear();
      assert.deepEqual(await missing(), [98_765]);
      assert.ok((await loadRows({ tracker: trackers })).length > bugs.length);
      const none = await load({ tracker: [98_765, 98_766] });
      assert.deepEqual([none.items, none.hasMore, none.isUnsupported], [[], false, false]);
    });

    it("fails if a tracker can't be loaded for another reason", async () => {
      fixture.catalog.invalidateTracker(epicsTrackerId);
      fixture.server.faults.add({
        path: `/trackers/${epicsTrackerId}`,
        fault: { kind: "status", status: 400 },
      });
      const opened = await open({ tracker: [bugsTrackerId, epicsTrackerId] });
      fixture.server.faults.clear();
      assert.ok(opened.kind === "failed", opened.kind);
    });

    it("asks once for trackers with the same short names, and knows their projects", async () => {
      const other = fixture.server.addTracker({
        projectId: 101,
        label: "Bugs",
        itemName: "bug",
        fields: [],
        artifacts: 3,
      });
      const opened = await open({ tracker: [bugsTrackerId, other.id] });
      assert.ok(opened.kind === "found" && opened.resolved.kind === "crossTracker");
      assert.equal(opened.resolved.queries.length, 1);
      const rows = await loadRows({ tracker: [bugsTrackerId, other.id] });
      const byTracker = new Map(rows.map((row) => [getRowTracker(row)?.id, getRowTracker(row)?.project]));
      assert.deepEqual(new Set(byTracker.keys()), new Set([bugsTrackerId, other.id]));
      assert.equal(new Set(byTracker.values()).size, 2);
    });

    it("reports conditions that can't be searched in several trackers", async () => {
      const opened = await open({ where: [condition("severity", "is", "Major")] });
      assert.ok(opened.kind === "problems");
      assert.deepEqual(opened.problems, [{ kind: "fieldNotFound", field: "severity" }]);
    });
  });
}

describe("the merged rows of several queries", () => {
  const rowCount = 2000;
  let requests: { readonly from: string; readonly offset: number }[];
  let failingRequest: number | undefined;

  beforeEach(() => {
    requests = [];
    failingRequest = undefined;
  });

  function createRow(id: number): CrossTrackerRow {
    return {
      kind: "artifact",
      id,
      title: id <= 2 ? "wanted" : "other",
      status: undefined,
      isOpen: undefined,
      page: undefined,
      assignees: [],
      submittedBy: undefined,
      submittedOn: undefined,
      modifiedOn: undefined,
      tracker: undefined,
      project: undefined,
      modifiedBy: undefined,
    };
  }

  /** Two queries: one has the odd IDs, the other the even ones. */
  const findAcrossTrackers: ReadClient["findAcrossTrackers"] = (query, { offset }) => {
    const { from } = query as CrossTrackerQuery;
    requests.push({ from, offset });
    if (requests.length === failingRequest) {
      return Promise.reject(new ServerError({ method: "GET", url: "", status: 500 }));
    }
    const limit = 50;
    const items = Array.from({ length: limit }, (_, index) =>
      createRow(2 * (rowCount - offset - index) - (from === "odd" ? 1 : 0)),
    );
    const nextOffset = offset + limit < rowCount ? offset + limit : undefined;
    return Promise.resolve({ items, nextOffset, total: rowCount });
  };

  function createList(titleWords: readonly string[]): RowList {
    const client: Partial<ReadClient> = { findAcrossTrackers };
    return new RowList(
      createCrossTrackerSource(() => Promise.resolve({ client: client as ReadClient }), {
        kind: "crossTracker",
        queries: ["odd", "even"].map((from) => ({ query: { from, where: "", orderBy: "" }, trackers: [] })),
        filter: { titleWords, submitted: undefined, modified: undefined },
        isOpen: undefined,
        isOrdered: false,
        hasSeveralProjects: true,
        missingTrackerIds: [],
      }),
    );
  }

  const getIds = ({ items }: RowList): readonly number[] => items.flatMap(({ id }) => id ?? []);

  it("take a limited number of requests while none matches, and continue on request", async () => {
    const list = createList(["wanted"]);
    await list.load();
    assert.deepEqual([requests.length, list.items.length, list.hasMore], [20, 0, true]);
    for (let loads = 1; list.hasMore; loads += 1) {
      await list.loadMore();
      assert.ok(requests.length <= 20 * (loads + 1));
    }
    assert.deepEqual(getIds(list), [2, 1]);
    // Each page once.
    assert.equal(requests.length, (2 * rowCount) / 50);
    assert.equal(new Set(requests.map((each) => JSON.stringify(each))).size, requests.length);
  });

  it("come in order, each once", async () => {
    const list = createList([]);
    await list.load();
    assert.deepEqual(getIds(list).slice(0, 4), [4000, 3999, 3998, 3997]);
    assert.equal(list.size, 2 * rowCount);
    await list.loadUntil(() => false);
    assert.deepEqual(
      getIds(list),
      Array.from({ length: 2 * rowCount }, (_, index) => 2 * rowCount - index),
    );
    assert.equal(list.hasMore, false);
  });

  it("are complete also after a reload that failed", async () => {
    const list = createList([]);
    await list.loadUntil(() => list.items.length >= 300);
    failingRequest = requests.length + 4;
    list.invalidate();
    await list.load();
    assert.equal(list.lastFailure?.failure.kind, "serverError");
    await list.loadMore();
    await list.loadUntil(() => false);
    assert.deepEqual(
      getIds(list),
      Array.from({ length: 2 * rowCount }, (_, index) => 2 * rowCount - index),
    );
  });
});
