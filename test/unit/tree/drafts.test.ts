import assert from "node:assert/strict";
import { childrenOf } from "../../../src/features/tree/children.ts";
import type { TrackerNode } from "../../../src/features/tree/nodes.ts";
import { rootsOf } from "../../../src/features/tree/roots.ts";
import type { Dialect } from "../../simulator/simulator.ts";
import { browse, closeServers, label, open } from "./browsing.ts";
import { about, somethingNew, typed } from "./keptDrafts.ts";

for (const dialect of ["product", "documented"] as const satisfies readonly Dialect[]) {
  describe(`drafts in the tree on the ${dialect} dialect`, () => {
    afterEach(closeServers);

    it("stand first below their site, in the order they are listed, and are targets of commands", async () => {
      const browsing = await browse({ dialect });
      const siteApi = `${browsing.server.url}/api`;
      const drafts = [typed(somethingNew(siteApi, "a"), { changedAt: 9 }), typed(about(siteApi, 12))];
      browsing.type(drafts);
      const [group, ...rest] = await open(browsing, "site");
      assert.ok(group?.kind === "drafts");
      assert.equal(group.count, 2);
      assert.deepEqual(rest.map(label), ["allProjects"]);
      const rows = await childrenOf(browsing, group);
      assert.deepEqual(
        rows.map((row) => row.kind === "draft" && [row.siteApi, row.subject]),
        drafts.map(({ subject }) => [siteApi, subject]),
      );
      assert.equal(new Set(rows.map(({ id }) => id)).size, 2);
      browsing.type([]);
      assert.deepEqual((await open(browsing, "site")).map(label), ["allProjects"]);
    });

    it("are those of the site and of whoever is signed in", async () => {
      const browsing = await browse({ dialect }, "member");
      const siteApi = `${browsing.server.url}/api`;
      const me = String(browsing.server.accounts.member.id);
      browsing.type([
        typed(about(siteApi, 1)),
        typed(about(siteApi, 2, `${me}0`)),
        typed(about("https://b.example/api", 3, me)),
        typed(about(siteApi, 4, me)),
      ]);
      const rows = await open(browsing, "site", "drafts");
      assert.deepEqual(
        rows.map((row) => row.kind === "draft" && row.subject.kind === "artifact" && row.subject.artifactId),
        [4],
      );
    });

    it("mark the row of the artifact that they are about", async () => {
      const browsing = await browse({ dialect });
      const siteApi = `${browsing.server.url}/api`;
      const [bugs] = (await open(browsing, "site", "allProjects", "Open Tides")) as readonly TrackerNode[];
      assert.ok(bugs);
      assert.equal(bugs.trackerId, bugs.tracker.id);
      const marked = async (): Promise<readonly number[]> =>
        (await childrenOf(browsing, bugs)).flatMap((row) =>
          row.kind === "artifact" && row.isUnsent ? row.artifactId : [],
        );
      assert.deepEqual(await marked(), []);
      const [, second] = await childrenOf(browsing, bugs);
      assert.ok(second?.kind === "artifact");
      assert.equal(second.trackerId, bugs.tracker.id);
      browsing.type([typed(about(siteApi, second.artifactId)), typed(somethingNew(siteApi, "a"))]);
      assert.deepEqual(await marked(), [second.artifactId]);
    });

    it("are there to see where the only site shows nothing else", async () => {
      const shut = await browse({ dialect, anonymous: "refused" });
      const gone = await browse({ dialect });
      await gone.server.close();
      for (const browsing of [shut, gone]) {
        const siteApi = `${browsing.server.url}/api`;
        browsing.type([typed(about(siteApi, 12))]);
        const { nodes, state } = await rootsOf(browsing);
        assert.deepEqual([nodes.map(label), state], [["site"], "filled"]);
        assert.equal((await open(browsing, "site"))[0]?.kind, "drafts");
        // Someone else's are nothing to see.
        browsing.type([typed(about(siteApi, 12, "someone"))]);
        assert.deepEqual((await rootsOf(browsing)).nodes, []);
      }
    });
  });
}
