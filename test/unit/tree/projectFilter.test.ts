import assert from "node:assert/strict";
import { childrenOf } from "../../../src/features/tree/children.ts";
import type { AllProjectsNode } from "../../../src/features/tree/nodes.ts";
import { loadMore } from "../../../src/features/tree/refresh.ts";
import { openStore } from "../../support/fixtures/openStore.ts";
import { startPlainServer } from "../../support/simulator/plainServer.ts";
import { browse, closeServers, label, open, untouched } from "./browsing.ts";

describe("the filter over projects", () => {
  afterEach(closeServers);

  it("finds by label or short name, and finds nothing without a word too many", async () => {
    const browsing = await browse({ dialect: "documented" }, "member");
    const api = `${browsing.server.url}/api`;
    const matching = async (text: string): Promise<readonly string[]> => {
      browsing.filters.set(api, text);
      return (await open(browsing, "site", "allProjects")).map(label);
    };
    assert.deepEqual(await matching("TIDES"), ["Open Tides"]);
    assert.deepEqual(await matching("no such project"), ["nothing"]);
    assert.deepEqual(await matching(""), ["🌊 Lighthouse Console", "Open Tides"]);
  });

  it("holds for the projects that one belongs to and those that one pinned, too", async () => {
    const browsing = await browse({ dialect: "product" }, "member");
    const api = `${browsing.server.url}/api`;
    const all = (await open(browsing, "site")).filter(({ kind }) => kind === "project").map(label);
    assert.ok(all.length > 1 && all.includes("Open Tides"));
    browsing.filters.set(api, "TIDES");
    const matching = (await open(browsing, "site")).map(label);
    assert.deepEqual(matching, ["Open Tides", "allProjects"]);
  });

  it("leaves projects of the same name to be told apart by their short names", async () => {
    const projects = ["a", "b", "c"].map((shortname, at) => ({
      id: 101 + at,
      uri: `projects/${101 + at}`,
      label: at < 2 ? "Twins" : "Single",
      shortname,
    }));
    const server = await startPlainServer(() => ({
      status: 200,
      body: JSON.stringify(projects),
      headers: {
        "X-Pagination-Size": "3",
        "X-Pagination-Limit": "50",
        "Content-Type": "application/json",
      },
    }));
    const store = openStore([{ url: server.url }]);
    const browsing = { ...store, ...untouched(store), server: undefined as never };
    const rows = (await open(browsing, "site", "allProjects")).flatMap((row) =>
      row.kind === "project" ? row : [],
    );
    assert.deepEqual(
      rows.map(({ project, isNamesake }) => [project.shortName, isNamesake]),
      [
        ["a", true],
        ["b", true],
        ["c", false],
      ],
    );
    await server.close();
  });

  it("looks at some pages and asks before it looks at more", async () => {
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
    const large = await startPlainServer((path) => {
      const offset = Number(new URL(path, "http://a.example").searchParams.get("offset"));
      return { status: 200, body: JSON.stringify([project(offset)]), headers };
    });
    const store = openStore([{ url: large.url }]);
    const [site] = store.sites.list();
    assert.ok(site);
    const browsing = { ...store, ...untouched(store) };
    const { filters } = browsing;
    filters.set(site.api, "nowhere");
    const looking = (): AllProjectsNode => ({
      kind: "allProjects",
      id: "all",
      site,
      siteApi: site.api,
      filter: filters.of(site.api),
      startsOpen: true,
    });
    const [more] = await childrenOf(browsing, looking());
    assert.ok(more?.kind === "more");
    assert.deepEqual([more.lookedAt, more.size, large.received.length], [500, 2000, 10]);
    await loadMore(browsing, more.parent);
    const [evenMore] = await childrenOf(browsing, looking());
    assert.ok(evenMore?.kind === "more");
    assert.deepEqual([evenMore.lookedAt, large.received.length], [1000, 20]);
    await large.close();
  });
});
