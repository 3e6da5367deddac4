import assert from "node:assert/strict";
import { childrenOf } from "../../../src/features/tree/children.ts";
import type { AllProjectsNode, TrackerNode } from "../../../src/features/tree/nodes.ts";
import { invalidateBelow, loadMore } from "../../../src/features/tree/refresh.ts";
import { type Roots, rootsOf } from "../../../src/features/tree/roots.ts";
import type { Dialect } from "../../simulator/simulator.ts";
import { openStore } from "../../support/fixtures/openStore.ts";
import { browse, type Browsing, closeServers, label, open, untouched } from "./browsing.ts";

function summary({ nodes, state }: Roots): object {
  return { rows: nodes.map(label), state };
}

for (const dialect of ["product", "documented"] as const satisfies readonly Dialect[]) {
  describe(`the tree on the ${dialect} dialect`, () => {
    afterEach(closeServers);

    it("asks nothing before somebody looks, and shows what is public at once", async () => {
      const browsing = await browse({ dialect });
      assert.equal(browsing.server.requests.length, 0);
      assert.deepEqual(summary(await rootsOf(browsing)), {
        rows: ["site"],
        state: "filled",
      });
      const [all] = (await open(browsing, "site")) as readonly AllProjectsNode[];
      assert.deepEqual([all?.kind, all?.startsOpen], ["allProjects", true]);
      assert.deepEqual((await open(browsing, "site", "allProjects")).map(label), ["Open Tides"]);
      assert.equal(browsing.server.requests.length, 1);
    });

    it("puts one's own projects first and each project in one place", async () => {
      const browsing = await browse({ dialect }, "member");
      const rows = (await open(browsing, "site")).map(label);
      const rest = (await open(browsing, "site", "allProjects")).map(label);
      if (dialect === "product") {
        assert.deepEqual(rows, ["🌊 Lighthouse Console", "Open Tides", "allProjects"]);
        assert.deepEqual(rest, ["nothing"]);
      } else {
        assert.deepEqual(rows, ["allProjects"]);
        assert.deepEqual(rest, ["🌊 Lighthouse Console", "Open Tides"]);
      }
    });

    it("puts a pinned project first, without asking for it, until it is unpinned", async () => {
      const browsing = await browse({ dialect });
      const [tides] = await open(browsing, "site", "allProjects");
      assert.ok(tides?.kind === "project");
      const { siteApi } = tides;
      await browsing.pins.pin(siteApi, undefined, tides.project);
      assert.deepEqual((await open(browsing, "site")).map(label), ["Open Tides", "allProjects"]);
      await browsing.pins.unpin(siteApi, undefined, tides.project.id);
      assert.deepEqual((await open(browsing, "site")).map(label), ["allProjects"]);
    });

    it("goes down to trackers by name, artifacts by page, and what each holds, asked for once", async () => {
      const browsing = await browse({ dialect });
      await browsing.choices.setOpenOnly("artifacts.tree", false);
      const { requests } = browsing.server;
      const trackers = await open(browsing, "site", "allProjects", "Open Tides");
      assert.deepEqual(trackers.map(label), ["Bugs", "Equipment", "resources"]);
      const artifacts = await open(browsing, "site", "allProjects", "Open Tides", "Bugs");
      const more = artifacts.at(-1);
      assert.ok(more?.kind === "more");
      const pageSize = dialect === "product" ? 50 : 100;
      assert.deepEqual([more.lookedAt, more.size], [pageSize, 820]);
      assert.ok(artifacts.length <= pageSize + 1);
      const asked = requests.length;
      const [first] = artifacts;
      assert.ok(first?.kind === "artifact");
      const { id: fileId } = browsing.server.addFile({
        name: "crash.log",
        type: "text/plain",
        size: 3,
        artifactId: first.artifactId,
      });
      const parts = await childrenOf(browsing, first);
      const fields = parts.at(-1);
      assert.ok(fields?.kind === "fields");
      assert.ok(parts.some((row) => row.kind === "attachment" && row.file.id === fileId));
      const values = await childrenOf(browsing, fields);
      assert.equal(requests.length, asked + 1, "files and fields are told by one answer");
      assert.ok(values.some((row) => label(row) === "Title"));

      await loadMore(browsing, more.parent);
      const longer = await open(browsing, "site", "allProjects", "Open Tides", "Bugs");
      assert.ok(longer.length > artifacts.length);
      assert.equal(new Set(longer.map(({ id }) => id)).size, longer.length);
      assert.equal(requests.length, asked + 2);
    });

    it("shows why something failed, keeps what was there, and takes it up again", async () => {
      const browsing = await browse({ dialect });
      const path = ["site", "allProjects", "Open Tides"] as const;
      const [bugs] = (await open(browsing, ...path)) as readonly TrackerNode[];
      assert.ok(bugs);
      const healthy = await childrenOf(browsing, bugs);
      const heal = browsing.server.faults.add({ path: /artifacts/, fault: { kind: "status", status: 500 } });
      await invalidateBelow(browsing, bugs);
      const [problem, ...kept] = await childrenOf(browsing, bugs);
      assert.ok(problem?.kind === "problem");
      assert.equal(problem.failure.kind, "serverTrouble");
      assert.deepEqual(
        kept.map(label),
        healthy.map(label).filter((each) => each !== "more"),
      );
      const asked = browsing.server.requests.length;
      await childrenOf(browsing, bugs);
      assert.equal(browsing.server.requests.length, asked, "a failure isn't asked for again and again");
      heal();
      await invalidateBelow(browsing, problem.parent);
      assert.deepEqual((await childrenOf(browsing, bugs)).map(label), healthy.map(label));
    });

    it("keeps the tree when everything fails at once, also that of a server without members", async () => {
      const browsing = await browse({ dialect }, "member");
      await open(browsing, "site", "allProjects");
      const before = (await open(browsing, "site")).map(label);
      browsing.server.faults.add({ path: /./, fault: { kind: "status", status: 503 } });
      await invalidateBelow(browsing, undefined);
      const roots = await rootsOf(browsing);
      assert.equal(roots.state, "filled");
      const after = (await open(browsing, "site")).map(label);
      assert.deepEqual(after, ["problem", ...before]);
    });

    it("says at the end of the list why more of it could not be had, and goes on from there", async () => {
      const browsing = await browse({ dialect });
      const [bugs] = (await open(browsing, "site", "allProjects", "Open Tides")) as readonly TrackerNode[];
      assert.ok(bugs);
      const shown = (await childrenOf(browsing, bugs)).length;
      const heal = browsing.server.faults.add({
        path: /offset=[1-9]/,
        fault: { kind: "status", status: 500 },
      });
      await loadMore(browsing, bugs);
      const problem = (await childrenOf(browsing, bugs)).at(-1);
      assert.ok(problem?.kind === "problem");
      assert.equal(problem.retry, "more");
      heal();
      await loadMore(browsing, problem.parent);
      assert.ok((await childrenOf(browsing, bugs)).length > shown);
    });

    it("shows one bad element beside the others", async () => {
      const browsing = await browse({ dialect });
      const body = JSON.stringify([{ id: 7, uri: "artifacts/7", title: "Good" }, { id: 8, uri: 12 }, null]);
      const [bugs] = await open(browsing, "site", "allProjects", "Open Tides");
      assert.ok(bugs);
      browsing.server.faults.add({ path: /artifacts/, fault: { kind: "status", status: 200, body } });
      const shown = (await childrenOf(browsing, bugs)).map(label);
      assert.deepEqual(shown.toSorted(), ["#7", "unreadable", "unreadable"]);
    });

    it("gives way to a text when the only site has nothing to show", async () => {
      const shut = await browse({ dialect, anonymous: "refused" });
      assert.deepEqual(summary(await rootsOf(shut)), {
        rows: [],
        state: "signedOut",
      });
      const gone = await browse({ dialect });
      await gone.server.close();
      assert.deepEqual(summary(await rootsOf(gone)), {
        rows: [],
        state: "nobodyListens",
      });
      const none = openStore([]);
      const roots = await rootsOf({ ...none, ...untouched(none) });
      assert.deepEqual(summary(roots), { rows: [], state: "noSite" });
      const bare = await browse({ dialect }, "member");
      bare.server.faults.add({ path: /projects/, fault: { kind: "status", status: 200, body: "[]" } });
      assert.deepEqual(summary(await rootsOf(bare)), {
        rows: [],
        state: "empty",
      });
    });

    it("keeps the site's row where a sentence has to say what is wrong", async () => {
      const browsing = await browse({ dialect }, "member");
      await browsing.accounts.signIn(`${browsing.server.url}/api`, {
        account: { id: "1", name: "Someone" },
        credential: { kind: "accessKey", key: "tlp-k1-1.00" },
      });
      assert.equal((await rootsOf(browsing)).state, "filled");
      const rows = await open(browsing, "site");
      assert.deepEqual(
        rows.map(({ kind }) => kind),
        ["problem"],
      );
      const [problem] = rows;
      assert.equal(problem?.kind === "problem" && problem.failure.kind, "signedOut");
    });

    it("shows several sites, one in trouble beside the other", async () => {
      const healthy = await browse({ dialect });
      const broken = await browse({ dialect });
      await broken.server.close();
      const store = openStore([{ url: healthy.server.url }, { url: broken.server.url }]);
      const both: Browsing = { ...store, server: healthy.server, ...untouched(store) };
      const { nodes, state } = await rootsOf(both);
      assert.equal(state, "filled");
      const below = await Promise.all(nodes.map((node) => childrenOf(both, node)));
      assert.deepEqual(
        below.map((rows) => rows.map(({ kind }) => kind)),
        [["allProjects"], ["allProjects"]],
      );
      const trouble = below[1]?.[0];
      assert.ok(trouble);
      assert.deepEqual(
        (await childrenOf(both, trouble)).map(({ kind }) => kind),
        ["problem"],
      );
    });
  });
}
