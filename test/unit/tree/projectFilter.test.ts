import assert from "node:assert/strict";
import { loadChildren } from "../../../src/features/tree/loadChildren.ts";
import type { AllProjectsNode } from "../../../src/features/tree/treeNodes.ts";
import { loadNextChildrenPage } from "../../../src/features/tree/refresh.ts";
import { createTestStore } from "../../support/fixtures/testStore.ts";
import { startStaticServer } from "../../support/simulator/staticServer.ts";
import { createTreeFixture, closeServers, getLabel, openPath, createViewServices } from "./treeFixture.ts";

describe("the project filter", () => {
  afterEach(closeServers);

  it("matches label or short name, and shows an empty node without matches", async () => {
    const fixture = await createTreeFixture({ dialect: "documented" }, "member");
    const api = `${fixture.server.url}/api`;
    const loadMatches = async (text: string): Promise<readonly string[]> => {
      fixture.projectFilters.set(api, text);
      return (await openPath(fixture, "site", "allProjects")).map(getLabel);
    };
    assert.deepEqual(await loadMatches("TIDES"), ["Open Tides"]);
    assert.deepEqual(await loadMatches("no such project"), ["empty"]);
    assert.deepEqual(await loadMatches(""), ["🌊 Lighthouse Console", "Open Tides"]);
  });

  it("also applies to the user's own and pinned projects", async () => {
    const fixture = await createTreeFixture({ dialect: "product" }, "member");
    const api = `${fixture.server.url}/api`;
    const allLabels = (await openPath(fixture, "site"))
      .filter(({ kind }) => kind === "project")
      .map(getLabel);
    assert.ok(allLabels.length > 1 && allLabels.includes("Open Tides"));
    fixture.projectFilters.set(api, "TIDES");
    const matches = (await openPath(fixture, "site")).map(getLabel);
    assert.deepEqual(matches, ["Open Tides", "allProjects"]);
  });

  it("marks projects with the same name, which are shown with their short names", async () => {
    const projects = ["a", "b", "c"].map((shortname, at) => ({
      id: 101 + at,
      uri: `projects/${101 + at}`,
      label: at < 2 ? "Twins" : "Single",
      shortname,
    }));
    const server = await startStaticServer(() => ({
      status: 200,
      body: JSON.stringify(projects),
      headers: {
        "X-Pagination-Size": "3",
        "X-Pagination-Limit": "50",
        "Content-Type": "application/json",
      },
    }));
    const store = createTestStore([{ url: server.url }]);
    const fixture = { ...store, ...createViewServices(store), server: undefined as never };
    const rows = (await openPath(fixture, "site", "allProjects")).flatMap((row) =>
      row.kind === "project" ? row : [],
    );
    assert.deepEqual(
      rows.map(({ project, hasDuplicateName }) => [project.shortName, hasDuplicateName]),
      [
        ["a", true],
        ["b", true],
        ["c", false],
      ],
    );
    await server.close();
  });

  it("searches a limited number of pages until the user loads more", async () => {
    const project = (id: number): object => ({
      id,
      uri: `projects/${id}`,
      label: "Somewhere",
      shortname: "some",
    });
    const headers = {
      "X-Pagination-Size": "2000",
      "X-Pagination-Limit": "50",
      "Content-Type": "application/json",
    };
    const largeServer = await startStaticServer((path) => {
      const offset = Number(new URL(path, "http://a.example").searchParams.get("offset"));
      return { status: 200, body: JSON.stringify([project(offset)]), headers };
    });
    const store = createTestStore([{ url: largeServer.url }]);
    const [site] = store.sites.list();
    assert.ok(site);
    const fixture = { ...store, ...createViewServices(store) };
    const { projectFilters } = fixture;
    projectFilters.set(site.api, "nowhere");
    const createNode = (): AllProjectsNode => ({
      kind: "allProjects",
      id: "all",
      site,
      siteApi: site.api,
      filter: projectFilters.get(site.api),
      isInitiallyExpanded: true,
    });
    const [loadMoreNode] = await loadChildren(fixture, createNode());
    assert.ok(loadMoreNode?.kind === "loadMore");
    assert.deepEqual(
      [loadMoreNode.requestedCount, loadMoreNode.size, largeServer.receivedHeaders.length],
      [500, 2000, 10],
    );
    await loadNextChildrenPage(fixture, loadMoreNode.parent);
    const [nextLoadMoreNode] = await loadChildren(fixture, createNode());
    assert.ok(nextLoadMoreNode?.kind === "loadMore");
    assert.deepEqual([nextLoadMoreNode.requestedCount, largeServer.receivedHeaders.length], [1000, 20]);
    await largeServer.close();
  });
});
