import assert from "node:assert/strict";
import { loadChildren } from "../../../src/features/tree/loadChildren.ts";
import type { TrackerNode } from "../../../src/features/tree/treeNodes.ts";
import { loadTreeRoots } from "../../../src/features/tree/treeRoots.ts";
import type { Dialect } from "../../simulator/simulator.ts";
import { createTreeFixture, closeServers, getLabel, openPath } from "./treeFixture.ts";
import { createSubject, createNewSubject, createStoredDraft } from "./storedDrafts.ts";

for (const dialect of ["product", "documented"] as const satisfies readonly Dialect[]) {
  describe(`drafts in the tree on the ${dialect} dialect`, () => {
    afterEach(closeServers);

    it("come first below their site, in the stored order, and are targets of commands", async () => {
      const fixture = await createTreeFixture({ dialect });
      const siteApi = `${fixture.server.url}/api`;
      const drafts = [
        createStoredDraft(createNewSubject(siteApi, "a"), { changedAt: 9 }),
        createStoredDraft(createSubject(siteApi, 12)),
      ];
      fixture.setDrafts(drafts);
      const [group, ...rest] = await openPath(fixture, "site");
      assert.ok(group?.kind === "drafts");
      assert.equal(group.count, 2);
      assert.deepEqual(rest.map(getLabel), ["allProjects"]);
      const rows = await loadChildren(fixture, group);
      assert.deepEqual(
        rows.map((row) => row.kind === "draft" && [row.siteApi, row.subject]),
        drafts.map(({ subject }) => [siteApi, subject]),
      );
      assert.equal(new Set(rows.map(({ id }) => id)).size, 2);
      fixture.setDrafts([]);
      assert.deepEqual((await openPath(fixture, "site")).map(getLabel), ["allProjects"]);
    });

    it("are those of the site and the signed-in account", async () => {
      const fixture = await createTreeFixture({ dialect }, "member");
      const siteApi = `${fixture.server.url}/api`;
      const accountId = String(fixture.server.accounts.member.id);
      fixture.setDrafts([
        createStoredDraft(createSubject(siteApi, 1)),
        createStoredDraft(createSubject(siteApi, 2, `${accountId}0`)),
        createStoredDraft(createSubject("https://b.example/api", 3, accountId)),
        createStoredDraft(createSubject(siteApi, 4, accountId)),
      ]);
      const rows = await openPath(fixture, "site", "drafts");
      assert.deepEqual(
        rows.map((row) => row.kind === "draft" && row.subject.kind === "artifact" && row.subject.artifactId),
        [4],
      );
    });

    it("mark the node of their artifact", async () => {
      const fixture = await createTreeFixture({ dialect });
      const siteApi = `${fixture.server.url}/api`;
      const [bugs] = (await openPath(fixture, "site", "allProjects", "Open Tides")) as readonly TrackerNode[];
      assert.ok(bugs);
      assert.equal(bugs.trackerId, bugs.tracker.id);
      const getMarkedIds = async (): Promise<readonly number[]> =>
        (await loadChildren(fixture, bugs)).flatMap((row) =>
          row.kind === "artifact" && row.hasDraft ? row.artifactId : [],
        );
      assert.deepEqual(await getMarkedIds(), []);
      const [, second] = await loadChildren(fixture, bugs);
      assert.ok(second?.kind === "artifact");
      assert.equal(second.trackerId, bugs.tracker.id);
      fixture.setDrafts([
        createStoredDraft(createSubject(siteApi, second.artifactId)),
        createStoredDraft(createNewSubject(siteApi, "a")),
      ]);
      assert.deepEqual(await getMarkedIds(), [second.artifactId]);
    });

    it("are shown even if the only site has nothing else to show", async () => {
      const restricted = await createTreeFixture({ dialect, anonymous: "refused" });
      const offline = await createTreeFixture({ dialect });
      await offline.server.close();
      for (const fixture of [restricted, offline]) {
        const siteApi = `${fixture.server.url}/api`;
        fixture.setDrafts([createStoredDraft(createSubject(siteApi, 12))]);
        const { nodes, state } = await loadTreeRoots(fixture);
        assert.deepEqual([nodes.map(getLabel), state], [["site"], "loaded"]);
        assert.equal((await openPath(fixture, "site"))[0]?.kind, "drafts");
        // Drafts of other accounts don't count.
        fixture.setDrafts([createStoredDraft(createSubject(siteApi, 12, "someone"))]);
        assert.deepEqual((await loadTreeRoots(fixture)).nodes, []);
      }
    });
  });
}
