import assert from "node:assert/strict";
import { childrenOf } from "../../../src/features/tree/children.ts";
import type {
  ResourceNode,
  SvnFolderNode,
  SvnRepositoryNode,
  TreeNode,
} from "../../../src/features/tree/nodes.ts";
import { invalidateBelow, loadMore } from "../../../src/features/tree/refresh.ts";
import type { Dialect } from "../../simulator/simulator.ts";
import { browse, type Browsing, closeServers, label, open } from "./browsing.ts";

const lighthouse = "🌊 Lighthouse Console";

/** What stands below a project, wherever that stands. */
async function below(browsing: Browsing, project: string): Promise<readonly TreeNode[]> {
  const own = await open(browsing, "site");
  const row =
    own.find((each) => label(each) === project) ??
    (await open(browsing, "site", "allProjects")).find((each) => label(each) === project);
  assert.ok(row, project);
  return childrenOf(browsing, row);
}

async function folderOf(browsing: Browsing): Promise<SvnFolderNode> {
  const folder = (await below(browsing, lighthouse)).find((row) => row.kind === "svnFolder");
  return folder ?? assert.fail("no repositories");
}

for (const dialect of ["product", "documented"] as const satisfies readonly Dialect[]) {
  describe(`what a project has besides trackers, on the ${dialect} dialect`, () => {
    afterEach(closeServers);

    it("stands below them: repositories where the project has some, and what else the server lists", async () => {
      const browsing = await browse({ dialect }, "member");
      const rows = (await below(browsing, lighthouse)).map(({ kind }) => kind);
      assert.deepEqual(
        rows.filter((kind) => kind !== "tracker"),
        ["svnFolder", "resources"],
      );
      assert.deepEqual(rows.slice(-2), ["svnFolder", "resources"]);
      assert.ok((await below(browsing, "Open Tides")).every(({ kind }) => kind !== "svnFolder"));

      const asked = browsing.server.requests.length;
      const resources = (await below(browsing, lighthouse)).at(-1) ?? assert.fail();
      const others = (await childrenOf(browsing, resources)) as readonly ResourceNode[];
      const announced = ["backlog", "git", "milestones", "plannings", "tide_tables"];
      const always = ["heartbeats", "labels", "phpwiki", "project_services", "user_groups"];
      assert.deepEqual(
        others.map(({ type, resource }) => [type, resource]),
        [...announced, ...(dialect === "product" ? always : [])]
          .toSorted()
          .map((type) => [type, `projects/101/${type}`]),
      );
      assert.equal(new Set(others.map(({ id }) => id)).size, others.length);
      assert.equal(browsing.server.requests.length, asked, "the project has told them");
    });

    it("lists repositories by name, or says that the server can't and shows those made from here", async () => {
      const browsing = await browse({ dialect }, "admin");
      const folder = await folderOf(browsing);
      const { siteApi } = folder;
      const project = { siteApi, projectId: 101 };
      assert.partialDeepStrictEqual(folder, {
        ...project,
        resource: "projects/101/svn",
        page: "plugins/svn/?group_id=101",
      });
      const rows = await childrenOf(browsing, folder);
      const repositories = await browsing.repositories();
      await repositories.remember(folder.site, 101, { id: 9, name: "buoys", address: undefined });
      assert.deepEqual(browsing.redrawn, [folder.id]);
      const later = await childrenOf(browsing, folder);
      if (dialect === "documented") {
        const note = { kind: "svnUntold", site: "Demo", project };
        assert.deepEqual(
          rows.map((row) => row.kind === "note" && row.note),
          [{ ...note, isEmpty: true }],
        );
        const [buoys, said] = later;
        assert.partialDeepStrictEqual(buoys, {
          kind: "svnRepository",
          siteApi,
          projectId: 101,
          repositoryId: 9,
          name: "buoys",
          address: undefined,
          page: undefined,
        });
        assert.deepEqual(said?.kind === "note" && said.note, { ...note, isEmpty: false });
        return;
      }
      const [archive, console] = rows as readonly SvnRepositoryNode[];
      assert.deepEqual([rows.length, archive?.name, console?.name], [2, "charts-archive", "console"]);
      assert.match(console?.address ?? "", /^https:.*\/svnplugin\/lighthouse\/console$/);
      assert.equal(console?.page, "plugins/svn/?roottype=svn&root=lighthouse%2Fconsole");
      assert.equal(console.repositoryId, 1);
      assert.deepEqual(
        later.map(({ id }) => id),
        rows.map(({ id }) => id),
        "the server knows of none",
      );
    });

    it("says what to do where there are none", async () => {
      const browsing = await browse({ dialect }, "admin");
      const body = JSON.stringify({ repositories: [] });
      browsing.server.faults.add({ path: "/projects/101/svn", fault: { kind: "status", status: 200, body } });
      const [note] = await childrenOf(browsing, await folderOf(browsing));
      assert.equal(note?.kind === "note" && note.note.kind, "noRepositories");
    });

    it("says why they can't be read, reads them again, and goes on page by page", async () => {
      const browsing = await browse({ dialect }, "admin");
      const folder = await folderOf(browsing);
      const { faults } = browsing.server;
      const heal = faults.add({ path: "/projects/101/svn", fault: { kind: "status", status: 503 } });
      assert.deepEqual((await childrenOf(browsing, folder)).map(label), ["problem"]);
      const asked = browsing.server.requests.length;
      assert.deepEqual((await childrenOf(browsing, folder)).map(label), ["problem"]);
      assert.equal(browsing.server.requests.length, asked, "a failure isn't asked for again and again");
      heal();
      const project = (await open(browsing, "site", ...(dialect === "product" ? [] : ["allProjects"]))).find(
        (row) => label(row) === lighthouse,
      );
      const page = (id: number): void => {
        const headers = { "X-PAGINATION-SIZE": "2", "X-PAGINATION-LIMIT": "1" };
        const body = JSON.stringify({ repositories: [{ id, name: `r${id}` }, { id: "?" }] });
        faults.add({
          path: new RegExp(`svn\\?limit=50&offset=${id}`),
          fault: { kind: "status", status: 200, headers, body },
        });
      };
      page(0);
      const broken = faults.add({ path: /svn\?limit=50&offset=1/, fault: { kind: "status", status: 503 } });
      await invalidateBelow(browsing, project);
      assert.deepEqual((await childrenOf(browsing, folder)).map(label), [
        "svnRepository",
        "unreadable",
        "problem",
      ]);
      broken();
      page(1);
      await loadMore(browsing, folder);
      assert.deepEqual((await childrenOf(browsing, folder)).map(label), [
        "svnRepository",
        "svnRepository",
        "unreadable",
        "unreadable",
      ]);
    });
  });
}
