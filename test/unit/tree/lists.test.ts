import assert from "node:assert/strict";
import { childrenOf } from "../../../src/features/tree/children.ts";
import type { ArtifactNode, TrackerNode, TreeNode } from "../../../src/features/tree/nodes.ts";
import { invalidateBelow, loadMore } from "../../../src/features/tree/refresh.ts";
import type { Dialect } from "../../simulator/simulator.ts";
import { browse, type Browsing, closeServers, label, open } from "./browsing.ts";

const path = ["site", "allProjects", "Open Tides"] as const;

async function bugsOf(browsing: Browsing): Promise<TrackerNode> {
  const [bugs] = (await open(browsing, ...path)) as readonly TrackerNode[];
  return bugs ?? assert.fail("no tracker");
}

function artifacts(rows: readonly TreeNode[]): readonly ArtifactNode[] {
  return rows.flatMap((row) => (row.kind === "artifact" ? row : []));
}

function idsIn(rows: readonly TreeNode[]): readonly number[] {
  return artifacts(rows).map(({ artifactId }) => artifactId);
}

for (const dialect of ["product", "documented"] as const satisfies readonly Dialect[]) {
  const isProduct = dialect === "product";
  describe(`artifacts below a tracker on the ${dialect} dialect`, () => {
    afterEach(closeServers);

    it("are the newest open ones, for three requests at most, where the server tells what is open", async () => {
      const browsing = await browse({ dialect });
      const bugs = await bugsOf(browsing);
      const asked = browsing.server.requests.length;
      const rows = await childrenOf(browsing, bugs);
      assert.ok(browsing.server.requests.length - asked <= 3);
      const ids = idsIn(rows);
      assert.ok(ids.length >= 40);
      assert.deepEqual(
        ids,
        ids.toSorted((one, other) => other - one),
      );
      assert.equal(
        artifacts(rows).every(({ artifact }) => artifact.isOpen === true),
        isProduct,
      );
      // Said by the row above, once that is known.
      assert.deepEqual(bugs.about(), { trackerLabel: "Bugs", isOpenUntold: !isProduct });
    });

    it("are all of them for one request where closed ones are wanted too, two where the oldest come first", async () => {
      const browsing = await browse({ dialect });
      await browsing.choices.setOpenOnly("artifacts.tree", false);
      const bugs = await bugsOf(browsing);
      const asked = browsing.server.requests.length;
      const rows = await childrenOf(browsing, bugs);
      assert.equal(browsing.server.requests.length - asked, isProduct ? 1 : 2);
      if (isProduct) assert.ok(artifacts(rows).some(({ artifact }) => artifact.isOpen === false));
      assert.equal(bugs.about()?.isOpenUntold, false);
    });

    it("are the other ones as soon as that is switched", async () => {
      const browsing = await browse({ dialect });
      const bugs = await bugsOf(browsing);
      const openOnes = idsIn(await childrenOf(browsing, bugs));
      await browsing.choices.setOpenOnly("artifacts.tree", false);
      const all = idsIn(await childrenOf(browsing, bugs));
      await browsing.choices.setOpenOnly("artifacts.tree", true);
      assert.deepEqual(idsIn(await childrenOf(browsing, bugs)), openOnes);
      assert.equal(isProduct, JSON.stringify(all) !== JSON.stringify(openOnes));
    });

    it("are sorted and grouped over so many, and say over how many", async () => {
      const browsing = await browse({ dialect });
      await browsing.choices.setOpenOnly("artifacts.tree", false);
      await browsing.choices.setSort("artifacts.tree", { by: "title", direction: "ascending" });
      const bugs = await bugsOf(browsing);
      const rows = await childrenOf(browsing, bugs);
      const titles = artifacts(rows).map(({ artifact }) => artifact.title ?? "");
      const { compare } = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });
      assert.deepEqual(titles, titles.toSorted(compare));
      assert.ok(titles.length >= 450 && titles.length < 700, `${titles.length} rows`);
      const more = rows.at(-1);
      assert.ok(more?.kind === "more" && more.isArranged);
      await loadMore(browsing, more.parent);
      const longer = await childrenOf(browsing, bugs);
      assert.ok(longer.length > rows.length);

      await browsing.choices.setGroup("artifacts.tree", "status");
      const groups = (await childrenOf(browsing, bugs)).flatMap((row) => (row.kind === "group" ? row : []));
      assert.ok(groups.length > 1);
      for (const group of groups) {
        const members = artifacts(await childrenOf(browsing, group));
        assert.deepEqual(new Set(members.map(({ artifact }) => artifact.status)), new Set([group.label]));
        const own = members.map(({ artifact }) => artifact.title ?? "");
        assert.deepEqual(own, own.toSorted(compare));
      }
      const ids = groups.flatMap(({ rows: members }) => members.map(({ id }) => id));
      assert.equal(new Set(ids).size, ids.length);
    });

    it("know the others of their list in its order, also after they have left it", async () => {
      const browsing = await browse({ dialect });
      const bugs = await bugsOf(browsing);
      const [first, second] = artifacts(await childrenOf(browsing, bugs));
      assert.ok(first && second);
      await loadMore(browsing, bugs);
      const longer = idsIn(await childrenOf(browsing, bugs));
      assert.deepEqual(
        first.neighbours?.().map(({ artifactId }) => artifactId),
        longer,
      );
      browsing.server.removeArtifact(first.artifactId);
      await invalidateBelow(browsing, bugs);
      const shorter = idsIn(await childrenOf(browsing, bugs));
      assert.ok(!shorter.includes(first.artifactId));
      const where = first.neighbours().map(({ artifactId }) => artifactId);
      assert.deepEqual(where.slice(0, 2), [first.artifactId, second.artifactId]);
    });

    it("are read on for who goes from one to the next, and then shown", async () => {
      const browsing = await browse({ dialect });
      const bugs = await bugsOf(browsing);
      const rows = artifacts(await childrenOf(browsing, bugs));
      const last = rows.at(-1);
      assert.ok(last?.neighbours && last.readOn);
      assert.deepEqual(browsing.redrawn, []);
      assert.equal(await last.readOn(() => undefined), "read");
      assert.deepEqual(browsing.redrawn, [bugs.id]);
      const longer = last.neighbours();
      assert.ok(longer.length > rows.length);
      assert.deepEqual(longer[rows.length - 1]?.artifactId, last.artifactId);
      assert.deepEqual(
        longer.map(({ artifactId }) => artifactId),
        idsIn(await childrenOf(browsing, bugs)),
      );
      const heal = browsing.server.faults.add({ path: /artifacts/, fault: { kind: "status", status: 403 } });
      await assert.rejects(
        last.readOn(() => undefined),
        { kind: "forbidden" },
      );
      assert.equal(last.neighbours().length, longer.length);
      heal();
      let rounds = 0;
      while ((await last.readOn(() => undefined)) === "read") rounds += 1;
      assert.ok(rounds > 1);
      assert.ok(!(await childrenOf(browsing, bugs)).some(({ kind }) => kind === "more"));
    });

    it("are read on in the order that was chosen", async () => {
      const browsing = await browse({ dialect });
      await browsing.choices.setOpenOnly("artifacts.tree", false);
      await browsing.choices.setSort("artifacts.tree", { by: "title", direction: "ascending" });
      const bugs = await bugsOf(browsing);
      const rows = artifacts(await childrenOf(browsing, bugs));
      const last = rows.at(-1);
      assert.equal(await last?.readOn?.(() => undefined), "read");
      const longer = last?.neighbours?.() ?? [];
      assert.ok(longer.length > rows.length);
      assert.deepEqual(
        longer.map(({ artifactId }) => artifactId),
        idsIn(await childrenOf(browsing, bugs)),
      );
    });

    it("are read again after one of them was written, wherever it is known to belong", async () => {
      const browsing = await browse({ dialect });
      const bugs = await bugsOf(browsing);
      const [first] = artifacts(await childrenOf(browsing, bugs));
      assert.ok(first);
      const known = browsing.catalog.of(bugs.site);
      assert.equal(known.trackerHolding(first.artifactId), bugs.trackerId);
      assert.ok(known.seenArtifacts.some(({ id }) => id === first.artifactId));
      browsing.server.removeArtifact(first.artifactId);
      browsing.catalog.noteWritten(bugs.site, first.artifactId, undefined);
      assert.ok(!idsIn(await childrenOf(browsing, bugs)).includes(first.artifactId));
    });

    /** Sets the status of an artifact as a colleague would, and says that it was written. */
    async function setStatus(
      browsing: Browsing,
      bugs: TrackerNode,
      id: number,
      label: string,
    ): Promise<void> {
      const tracker = await browsing.catalog.of(bugs.site).tracker(bugs.trackerId);
      const field = tracker.fields.find(({ name }) => name === "status") ?? assert.fail();
      const choice = field.choices?.find((each) => each.label === label) ?? assert.fail();
      browsing.server.write(id, {
        values: [{ field_id: field.id, bind_value_ids: [Number(choice.id)] }],
      });
      browsing.catalog.noteWritten(bugs.site, id, bugs.trackerId);
    }

    for (const openOnly of [false, true]) {
      const which = openOnly ? "open ones" : "all";
      it(`of ${which} take one request after one of them was changed, however many were read`, async () => {
        const browsing = await browse({ dialect });
        await browsing.choices.setOpenOnly("artifacts.tree", openOnly);
        const bugs = await bugsOf(browsing);
        await childrenOf(browsing, bugs);
        for (let page = 0; page < 4; page += 1) await loadMore(browsing, bugs);
        const before = artifacts(await childrenOf(browsing, bugs));
        const chosen = before.find(({ artifact }) => artifact.status === "New") ?? assert.fail();
        await setStatus(browsing, bugs, chosen.artifactId, "Confirmed");
        const asked = browsing.server.requests.length;
        const after = artifacts(await childrenOf(browsing, bugs));
        assert.equal(browsing.server.requests.length - asked, 1);
        assert.ok(before.length > 100);
        assert.deepEqual(idsIn(after), idsIn(before));
        const changed = after.find(({ artifactId }) => artifactId === chosen.artifactId);
        assert.equal(changed?.artifact.status, "Confirmed");
        // In all else it is what the list says.
        await invalidateBelow(browsing, bugs);
        const again = artifacts(await childrenOf(browsing, bugs));
        const listed = again.find(({ artifactId }) => artifactId === chosen.artifactId) ?? assert.fail();
        assert.deepEqual(
          { ...changed.artifact, revision: undefined },
          { ...listed.artifact, revision: undefined },
        );
      });
    }

    it("lose what was closed, and get back what was opened again, where only open ones are shown", async () => {
      const browsing = await browse({ dialect });
      const bugs = await bugsOf(browsing);
      const before = idsIn(await childrenOf(browsing, bugs));
      const [first = 0] = before;
      await setStatus(browsing, bugs, first, "Fixed");
      const asked = browsing.server.requests.length;
      const after = idsIn(await childrenOf(browsing, bugs));
      assert.equal(after.includes(first), !isProduct);
      assert.equal(browsing.server.requests.length - asked, 1);
      await setStatus(browsing, bugs, first, "New");
      assert.deepEqual(idsIn(await childrenOf(browsing, bugs)).slice(0, before.length), before);
    });

    it("are read on without a gap after one of them has left the list", async () => {
      const browsing = await browse({ dialect });
      await browsing.choices.setOpenOnly("artifacts.tree", false);
      const bugs = await bugsOf(browsing);
      const [first = 0] = idsIn(await childrenOf(browsing, bugs));
      browsing.server.removeArtifact(first);
      browsing.catalog.noteWritten(bugs.site, first, bugs.trackerId);
      await childrenOf(browsing, bugs);
      await loadMore(browsing, bugs);
      const onward = idsIn(await childrenOf(browsing, bugs));
      await invalidateBelow(browsing, bugs);
      assert.deepEqual(onward, idsIn(await childrenOf(browsing, bugs)).slice(0, onward.length));
    });

    it("stay when the tracker itself can't be read again, and a row says why", async () => {
      const browsing = await browse({ dialect });
      const bugs = await bugsOf(browsing);
      const before = idsIn(await childrenOf(browsing, bugs));
      const heal = browsing.server.faults.add({
        path: /trackers\/\d+$/,
        fault: { kind: "status", status: 503 },
      });
      await invalidateBelow(browsing, bugs);
      const [problem, ...rest] = await childrenOf(browsing, bugs);
      assert.ok(problem?.kind === "problem" && problem.failure.kind === "serverTrouble");
      assert.deepEqual(idsIn(rest), before);
      heal();
      await invalidateBelow(browsing, problem.parent);
      assert.deepEqual(idsIn(await childrenOf(browsing, bugs)), before);
    });
  });
}

describe("an answer to another question than was asked", () => {
  afterEach(closeServers);

  it("is not shown as what is open", async () => {
    const browsing = await browse({ dialect: "product" });
    const bugs = await bugsOf(browsing);
    const row = { id: 7, uri: "artifacts/7", title: "Long done", status: "Closed", is_open: false };
    browsing.server.faults.add({
      path: /trackers\/\d+\/artifacts/,
      fault: { kind: "status", status: 200, body: JSON.stringify([row]) },
    });
    assert.deepEqual((await childrenOf(browsing, bugs)).map(label), ["contradicted"]);
  });
});
