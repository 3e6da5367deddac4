import assert from "node:assert/strict";
import { loadChildren } from "../../../src/features/tree/loadChildren.ts";
import type {
  UnsupportedResourceNode,
  SvnRepositoriesNode,
  SvnRepositoryNode,
  TreeNode,
} from "../../../src/features/tree/treeNodes.ts";
import { invalidateChildren, loadNextChildrenPage } from "../../../src/features/tree/refresh.ts";
import type { Dialect } from "../../simulator/simulator.ts";
import { createTreeFixture, type TreeFixture, closeServers, getLabel, openPath } from "./treeFixture.ts";

const lighthouse = "🌊 Lighthouse Console";

/** The children of a project, wherever it is in the tree. */
async function loadProjectChildren(fixture: TreeFixture, project: string): Promise<readonly TreeNode[]> {
  const siteChildren = await openPath(fixture, "site");
  const row =
    siteChildren.find((each) => getLabel(each) === project) ??
    (await openPath(fixture, "site", "allProjects")).find((each) => getLabel(each) === project);
  assert.ok(row, project);
  return loadChildren(fixture, row);
}

async function getSvnFolder(fixture: TreeFixture): Promise<SvnRepositoriesNode> {
  const folder = (await loadProjectChildren(fixture, lighthouse)).find((row) => row.kind === "svnFolder");
  return folder ?? assert.fail("no repositories");
}

for (const dialect of ["product", "documented"] as const satisfies readonly Dialect[]) {
  describe(`ProjectChildren on the ${dialect} dialect`, () => {
    afterEach(closeServers);

    it("adds Subversion repositories and other resources below the trackers", async () => {
      const fixture = await createTreeFixture({ dialect }, "member");
      const rows = (await loadProjectChildren(fixture, lighthouse)).map(({ kind }) => kind);
      assert.deepEqual(
        rows.filter((kind) => kind !== "tracker"),
        [...(dialect === "product" ? ["milestones"] : []), "svnFolder", "resources"],
      );
      assert.deepEqual(rows.slice(-2), ["svnFolder", "resources"]);
      assert.ok((await loadProjectChildren(fixture, "Open Tides")).every(({ kind }) => kind !== "svnFolder"));

      const requestCount = fixture.server.requests.length;
      const resourcesNode = (await loadProjectChildren(fixture, lighthouse)).at(-1) ?? assert.fail();
      const resources = (await loadChildren(fixture, resourcesNode)) as readonly UnsupportedResourceNode[];
      const announced = ["git", "tide_tables"];
      const always = [
        "backlog",
        "plannings",
        "heartbeats",
        "labels",
        "phpwiki",
        "project_services",
        "user_groups",
      ];
      assert.deepEqual(
        resources.map(({ type, resource }) => [type, resource]),
        [...announced, ...(dialect === "product" ? always : [])]
          .toSorted()
          .map((type) => [type, `projects/101/${type}`]),
      );
      assert.equal(new Set(resources.map(({ id }) => id)).size, resources.length);
      assert.equal(fixture.server.requests.length, requestCount, "the resources are part of the project");
    });

    it("lists repositories by name, or only known ones with a message if the server can't list them", async () => {
      const fixture = await createTreeFixture({ dialect }, "admin");
      const folder = await getSvnFolder(fixture);
      const { siteApi } = folder;
      const project = { siteApi, projectId: 101 };
      assert.partialDeepStrictEqual(folder, {
        ...project,
        resource: "projects/101/svn",
        page: "plugins/svn/?group_id=101",
      });
      const rows = await loadChildren(fixture, folder);
      const repositories = await fixture.svnRepositories();
      await repositories.remember(folder.site, 101, { id: 9, name: "buoys", address: undefined });
      assert.deepEqual(fixture.refreshedIds, [folder.id]);
      const rowsAfterRemember = await loadChildren(fixture, folder);
      if (dialect === "documented") {
        const message = { kind: "svnNotListed", site: "Demo", project };
        assert.deepEqual(
          rows.map((row) => row.kind === "message" && row.message),
          [{ ...message, isEmpty: true }],
        );
        const [buoys, messageNode] = rowsAfterRemember;
        assert.partialDeepStrictEqual(buoys, {
          kind: "svnRepository",
          siteApi,
          projectId: 101,
          repositoryId: 9,
          name: "buoys",
          url: undefined,
          page: undefined,
        });
        assert.deepEqual(messageNode?.kind === "message" && messageNode.message, {
          ...message,
          isEmpty: false,
        });
        return;
      }
      const [archive, console] = rows as readonly SvnRepositoryNode[];
      assert.deepEqual([rows.length, archive?.name, console?.name], [2, "charts-archive", "console"]);
      assert.match(console?.url ?? "", /^https:.*\/svnplugin\/lighthouse\/console$/);
      assert.equal(console?.page, "plugins/svn/?roottype=svn&root=lighthouse%2Fconsole");
      assert.equal(console.repositoryId, 1);
      assert.deepEqual(
        rowsAfterRemember.map(({ id }) => id),
        rows.map(({ id }) => id),
        "the server's list decides",
      );
    });

    it("shows a message if there are no repositories", async () => {
      const fixture = await createTreeFixture({ dialect }, "admin");
      const body = JSON.stringify({ repositories: [] });
      fixture.server.faults.add({ path: "/projects/101/svn", fault: { kind: "status", status: 200, body } });
      const [messageNode] = await loadChildren(fixture, await getSvnFolder(fixture));
      assert.equal(messageNode?.kind === "message" && messageNode.message.kind, "noRepositories");
    });

    it("shows a failure, reloads repositories, and loads them page by page", async () => {
      const fixture = await createTreeFixture({ dialect }, "admin");
      const folder = await getSvnFolder(fixture);
      const { faults } = fixture.server;
      const removeFault = faults.add({ path: "/projects/101/svn", fault: { kind: "status", status: 503 } });
      assert.deepEqual((await loadChildren(fixture, folder)).map(getLabel), ["failure"]);
      const requestCount = fixture.server.requests.length;
      assert.deepEqual((await loadChildren(fixture, folder)).map(getLabel), ["failure"]);
      assert.equal(
        fixture.server.requests.length,
        requestCount,
        "a failed request isn't repeated automatically",
      );
      removeFault();
      const project = (
        await openPath(fixture, "site", ...(dialect === "product" ? [] : ["allProjects"]))
      ).find((row) => getLabel(row) === lighthouse);
      const addPage = (id: number): void => {
        const headers = { "X-PAGINATION-SIZE": "2", "X-PAGINATION-LIMIT": "1" };
        const body = JSON.stringify({ repositories: [{ id, name: `r${id}` }, { id: "?" }] });
        faults.add({
          path: new RegExp(`svn\\?limit=50&offset=${id}`),
          fault: { kind: "status", status: 200, headers, body },
        });
      };
      addPage(0);
      const removePageFault = faults.add({
        path: /svn\?limit=50&offset=1/,
        fault: { kind: "status", status: 503 },
      });
      await invalidateChildren(fixture, project);
      assert.deepEqual((await loadChildren(fixture, folder)).map(getLabel), [
        "svnRepository",
        "unreadable",
        "failure",
      ]);
      removePageFault();
      addPage(1);
      await loadNextChildrenPage(fixture, folder);
      assert.deepEqual((await loadChildren(fixture, folder)).map(getLabel), [
        "svnRepository",
        "svnRepository",
        "unreadable",
        "unreadable",
      ]);
    });
  });
}
