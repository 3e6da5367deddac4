import assert from "node:assert/strict";
import { childrenOf } from "../../../src/features/tree/children.ts";
import type { NoteNode, TreeNode } from "../../../src/features/tree/nodes.ts";
import { invalidateBelow } from "../../../src/features/tree/refresh.ts";
import { rootsOf } from "../../../src/features/tree/roots.ts";
import { openStore } from "../../support/fixtures/openStore.ts";
import { bugsId, dialects } from "../store/queries/stage.ts";
import { browse, type Browsing, closeServers, label, untouched } from "./browsing.ts";

function notes(rows: readonly TreeNode[]): readonly NoteNode[] {
  return rows.flatMap((row) => (row.kind === "note" ? row : []));
}

for (const dialect of dialects) {
  const isProduct = dialect === "product";
  describe(`queries in the tree on the ${dialect} dialect`, () => {
    let browsing: Browsing;
    let entry: (more?: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;

    beforeEach(async () => {
      browsing = await browse({ dialect }, "member");
      entry = (more = {}) => ({ name: "Mine", site: browsing.server.url, tracker: bugsId, ...more });
    });
    afterEach(closeServers);

    async function roots(): Promise<readonly TreeNode[]> {
      return (await rootsOf(browsing)).nodes;
    }

    /** What stands below the only query. */
    async function below(more: Readonly<Record<string, unknown>>): Promise<TreeNode[]> {
      browsing.save("user", [entry(more)]);
      const [query] = await roots();
      return childrenOf(browsing, query ?? assert.fail("no query"));
    }

    it("stand above the sites, the person's first, and ask nothing before somebody looks", async () => {
      browsing.save("workspace", [entry({ name: "Ours" })]);
      browsing.save("user", [entry(), entry({ name: "More" })]);
      const rows = await roots();
      assert.deepEqual(rows.map(label), ["Mine", "More", "Ours", "site"]);
      assert.deepEqual(
        rows.map((row) => (row.kind === "query" ? [row.queryKey, row.origin, row.about()] : row.kind)),
        [
          ["user 0 Mine", "user", undefined],
          ["user 0 More", "user", undefined],
          ["workspace 0 Ours", "workspace", undefined],
          "site",
        ],
      );
      assert.ok(browsing.server.requests.every(({ path }) => !path.includes("artifacts")));
    });

    it("are so many at most, and a row says how many are left out", async () => {
      const many = (count: number): readonly unknown[] =>
        Array.from({ length: count }, (_, place) => entry({ name: `Query ${place}` }));
      browsing.save("user", many(200));
      browsing.save("workspace", many(203));
      const rows = await roots();
      assert.equal(rows.filter(({ kind }) => kind === "query").length, 400);
      assert.deepEqual(
        notes(rows).map(({ note }) => note),
        [{ kind: "queriesLeftOut", origin: "workspace", count: 3 }],
      );
    });

    it("show what they find, and know then what their tracker is called", async () => {
      const rows = await below({
        where: [{ field: "title", operator: "contains", value: "a" }],
        openOnly: false,
      });
      const [query] = await roots();
      assert.ok(rows.some((row) => row.kind === "artifact"));
      assert.deepEqual(query?.kind === "query" && query.about(), {
        trackerLabel: "Bugs",
        isOpenUntold: false,
      });
      for (const row of rows) {
        if (row.kind === "artifact") assert.match(row.artifact.title ?? "", /a/i);
      }
    });

    it("have their own order and groups, whatever the view has", async () => {
      await browsing.choices.setSort("artifacts.tree", { by: "title", direction: "ascending" });
      await browsing.choices.setGroup("artifacts.tree", "assignee");
      const rows = await below({ sort: "id", group: "status", openOnly: false });
      const groups = rows.flatMap((row) => (row.kind === "group" ? row : []));
      assert.deepEqual(new Set(groups.map(({ by }) => by)), new Set(["status"]));
      for (const { rows: members } of groups) {
        const ids = members.map(({ artifactId }) => artifactId);
        assert.deepEqual(
          ids,
          ids.toSorted((one, other) => one - other),
        );
      }
    });

    it("keep artifacts apart from the same ones below their tracker", async () => {
      browsing.save("user", [entry({ openOnly: false }), entry({ name: "Again", openOnly: false })]);
      const [one, other] = await roots();
      assert.ok(one && other);
      const ids = (rows: readonly TreeNode[]): readonly string[] => rows.map(({ id }) => id);
      const all = [...ids(await childrenOf(browsing, one)), ...ids(await childrenOf(browsing, other))];
      assert.equal(new Set(all).size, all.length);
    });

    it("say in a row of their own what is wrong with them, and can be edited from there", async () => {
      browsing.save("workspace", [
        { name: "Flawed", site: browsing.server.url },
        { name: "Elsewhere", site: "https://trap.example", tracker: 1 },
      ]);
      const rows = await roots();
      const said = await Promise.all(rows.slice(0, 2).map((row) => childrenOf(browsing, row)));
      assert.deepEqual(
        said.map((each) => notes(each).map(({ note, queryKey }) => [note, queryKey])),
        [
          [[{ kind: "unparsable", problem: "missing", member: "tracker" }, "workspace 0 Flawed"]],
          [[{ kind: "siteUnknown", address: "https://trap.example" }, "workspace 0 Elsewhere"]],
        ],
      );
    });

    it("say which field or value is gone, and find again what was mended", async () => {
      const gone = notes(await below({ where: [{ field: "no_such", operator: "is", value: "x" }] }));
      assert.deepEqual(
        gone.map(({ note }) => note.kind === "queryProblem" && note.problem),
        [{ kind: "fieldGone", field: "no_such" }],
      );
      const value = notes(await below({ where: [{ field: "status", operator: "is", value: "Nowhere" }] }));
      assert.deepEqual(
        value.map(({ note, queryKey }) => [note.kind === "queryProblem" && note.problem.kind, queryKey]),
        [["valueGone", "user 0 Mine"]],
      );
      const mended = await below({ where: [{ field: "title", operator: "contains", value: "a" }] });
      assert.ok(mended.some((row) => row.kind === "artifact"));
    });

    it("ask who somebody is where the server can't tell, and then find what is theirs", async () => {
      const where = [{ field: "assigned_to", operator: "is", value: "${me}" }];
      const before = await below({ where });
      if (!isProduct) {
        assert.deepEqual(before.map(label), ["queryProblem"]);
        const { id, realName, username } = browsing.server.accounts.member;
        const [site] = browsing.sites.list();
        const account = site && (await browsing.catalog.of(site).account());
        assert.ok(site && account);
        await browsing.me.say(site.api, account, { id, label: realName, username });
        browsing.artifactLists.concernsChanged(site);
      }
      assert.ok((await below({ where })).some((row) => row.kind === "artifact"));
    });

    it("notice on a refresh that a field was taken out of the tracker", async () => {
      const where = [{ field: "title", operator: "contains", value: "a" }];
      assert.deepEqual(notes(await below({ where, openOnly: false })), []);
      const [query] = await roots();
      assert.ok(query);
      const tracker = await browsing.catalog.of(browsing.sites.list()[0] ?? assert.fail()).tracker(bugsId);
      const field = tracker.fields.find(({ name }) => name === "title");
      browsing.server.removeField(bugsId, field?.id ?? 0);
      await invalidateBelow(browsing, query);
      assert.deepEqual((await childrenOf(browsing, query)).map(label), ["queryProblem"]);
    });

    it("say that a tracker can't be read, and try again", async () => {
      const rows = await below({ tracker: 99_999 });
      const [problem] = rows;
      assert.ok(problem?.kind === "problem");
      assert.deepEqual([rows.length, problem.failure.kind, problem.retry], [1, "notFound", "again"]);
    });

    it("say where the server can't tell what is open, and ask for it by name", async () => {
      const rows = await below({ openOnly: true });
      assert.deepEqual(
        notes(rows).map(({ note }) => note.kind),
        isProduct ? [] : ["openUntold"],
      );
      assert.ok(rows.some((row) => row.kind === "artifact"));
    });

    it("say where the server has no query language", async () => {
      const rows = await below({ text: "title = 'a'" });
      if (isProduct) assert.deepEqual(notes(rows), []);
      else assert.deepEqual(rows.map(label), ["absent"]);
    });

    it("leave the texts for an empty tree alone", async () => {
      const none = openStore([]);
      const parts = untouched(none);
      parts.save("workspace", [entry()]);
      const roots = await rootsOf({ ...none, ...parts });
      assert.deepEqual([roots.nodes, roots.state], [[], "noSite"]);
      const gone = await browse({ dialect });
      gone.save("user", [entry()]);
      await gone.server.close();
      const offline = await rootsOf(gone);
      assert.deepEqual([offline.nodes, offline.state], [[], "nobodyListens"]);
    });
  });
}

describe("a criterion that the server passes over", () => {
  afterEach(closeServers);

  it("is said in place of what it answers", async () => {
    const browsing = await browse({ dialect: "product" }, "member");
    const where = [{ field: "title", operator: "contains", value: "anchor" }];
    browsing.save("user", [
      { name: "Mine", site: browsing.server.url, tracker: bugsId, where, openOnly: false },
    ]);
    const [query] = (await rootsOf(browsing)).nodes;
    assert.ok(query);
    const row = { id: 7, uri: "artifacts/7", title: "Something else", status: "New" };
    const heal = browsing.server.faults.add({
      path: /trackers\/\d+\/artifacts/,
      fault: { kind: "status", status: 200, body: JSON.stringify([row]) },
    });
    assert.deepEqual((await childrenOf(browsing, query)).map(label), ["contradicted"]);
    heal();
    await invalidateBelow(browsing, query);
    assert.ok((await childrenOf(browsing, query)).every((each) => each.kind !== "note"));
  });
});
