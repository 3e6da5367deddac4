import assert from "node:assert/strict";
import { ArtifactSearch, type SearchMatches } from "../../../../src/store/queries/artifactSearch.ts";
import { stringField, textField } from "../../../simulator/demo/fieldDefinition.ts";
import type { TrackerHandle } from "../../../simulator/trackerAdministration.ts";
import { waitUntil } from "../../../support/wait.ts";
import { bugsTrackerId, dialects, QueryFixture, requestsTrackerId } from "./queryFixture.ts";

for (const dialect of dialects) {
  // On the product, for a user without projects, so that the server refuses the query.
  describe(`ArtifactSearch tracker by tracker on the ${dialect} dialect`, () => {
    let fixture: QueryFixture;
    let search: ArtifactSearch;
    let trackerIds: readonly number[];

    beforeEach(async () => {
      fixture = await QueryFixture.start(dialect);
      const { outsider } = fixture.server.accounts;
      await fixture.signIn({ kind: "accessKey", key: outsider.accessKey }, outsider);
      await fixture.store.catalog.forgetSite(fixture.site.api);
      search = new ArtifactSearch(
        {
          ...fixture.searchServices,
          loadTrackers: () =>
            Promise.resolve({
              trackers: trackerIds.map((id) => fixture.createTrackerSummary(id)),
              failure: undefined,
            }),
        },
        fixture.site,
      );
    });
    afterEach(() => fixture.close());

    function find(
      text: string,
      ids: readonly number[] = [bugsTrackerId, requestsTrackerId],
      onMatches: (matches: SearchMatches) => void = () => undefined,
    ): Promise<SearchMatches | undefined> {
      trackerIds = ids;
      return search.search(text, { onMatches });
    }

    /** The title of any bug, loaded without a search. */
    async function someBug(): Promise<{ readonly id: number; readonly title: string }> {
      const { client } = await fixture.connect();
      const { items } = await client.artifacts(fixture.createTrackerSummary(bugsTrackerId), { offset: 0 });
      const row = items.find((item) => item.kind === "artifact" && /^[\w ,]+$/.test(item.title ?? ""));
      return row?.kind === "artifact" ? { id: row.id, title: row.title ?? "" } : assert.fail();
    }

    it("finds titles with all words across trackers, and reports partial results", async () => {
      const { id, title } = await someBug();
      const shown = new Set<number>();
      const matches = await find(title, undefined, ({ pendingTrackers }) => shown.add(pendingTrackers));
      assert.ok(matches);
      assert.ok(matches.rows.some((row) => row.id === id && row.tracker?.id === bugsTrackerId));
      assert.deepEqual([[...shown], matches.pendingTrackers, matches.failures], [[2, 1, 0], 0, []]);
      assert.equal(matches.scope?.includesMyProjects, false);
      assert.deepEqual(
        matches.scope.trackers.map(({ id: trackerId }) => trackerId),
        [bugsTrackerId, requestsTrackerId],
      );
      assert.deepEqual([matches.ignoringTrackers, matches.untitledTrackers], [[], []]);
    });

    it("finds the newest of many with two requests per tracker at most", async () => {
      await find("the");
      const requests = await fixture.countRequests(() => find("a"));
      // A route that the server doesn't have is requested only once.
      assert.ok(requests <= (dialect === "product" ? 5 : 4), `${requests}`);
      const matches = (await find("a")) ?? assert.fail();
      assert.deepEqual(matches.truncatedTrackers.includes(bugsTrackerId), true);
      const bugs = matches.rows.filter(({ tracker }) => tracker?.id === bugsTrackerId);
      const { client } = await fixture.connect();
      const tracker = await client.tracker(bugsTrackerId);
      const all: number[] = [];
      let offset: number | undefined = 0;
      while (offset !== undefined) {
        const page = await client.findArtifacts(tracker, [{ kind: "contains", field: "title", text: "a" }], {
          offset,
        });
        all.push(...page.items.flatMap((item) => (item.kind === "artifact" ? [item.id] : [])));
        offset = page.nextOffset;
      }
      const newest = Math.max(...all);
      assert.ok(bugs.some((row) => row.id === newest));
    });

    it("finds an artifact by its ID first", async () => {
      const { id } = await someBug();
      for (const text of [`${id}`, `#${id}`, `bug #${id}`]) {
        const matches = await find(text);
        assert.equal(matches?.rows[0]?.id, id, text);
      }
      assert.deepEqual((await find("#99999999"))?.rows, []);
    });

    it("searches slashes, quotes and backslashes literally", async () => {
      for (const text of ["/.*/", "a/b/c", `"quoted"`, `back\\slash`, "%", "  "]) {
        const matches = await find(text);
        assert.deepEqual(matches?.failures, [], text);
        assert.deepEqual([matches.ignoringTrackers, matches.untitledTrackers], [[], []], text);
      }
      assert.deepEqual((await find("/"))?.rows, []);
    });

    it("never replaces newer results by older ones", async () => {
      await find("the");
      const shown: string[] = [];
      const show = ({ text, rows }: SearchMatches): void => void (rows.length > 0 && shown.push(text));
      fixture.server.faults.add({
        path: /\/trackers\/\d+\/artifacts/,
        times: 1,
        fault: { kind: "delay", ms: 150 },
      });
      const older = find("tide", [bugsTrackerId], show);
      await waitUntil("the request arrives", () => fixture.server.requestsInFlight === 1);
      const newer = find("map", [bugsTrackerId], show);
      assert.equal((await newer)?.text, "map");
      assert.equal(await older, undefined);
      assert.deepEqual([...new Set(shown)], ["map"]);
    });

    it("ends immediately when it is canceled", async () => {
      await find("the");
      fixture.server.faults.add({ path: /\/trackers\/\d+\/artifacts/, times: 2, fault: { kind: "hang" } });
      const searching = find("tide", undefined, ({ rows }) => assert.deepEqual(rows, []));
      await waitUntil("the requests arrive", () => fixture.server.requestsInFlight === 2);
      search.cancel();
      assert.equal(await searching, undefined);
    });

    it("isolates the failure of a tracker", async () => {
      const { id, title } = await someBug();
      const matches = await find(title, [99_999, bugsTrackerId]);
      assert.deepEqual(
        matches?.failures.map(({ trackerId, failure }) => [trackerId, failure.kind]),
        [[99_999, "notFound"]],
      );
      assert.ok(matches.rows.some((row) => row.id === id));
    });

    it("reports trackers that ignored the condition", async () => {
      await find("the");
      const rows = [{ id: 1, uri: "artifacts/1", title: "Something else" }];
      const fault = { kind: "status", status: 200, body: JSON.stringify(rows) } as const;
      fixture.server.faults.add({ path: /trackers\/11\/artifacts/, fault });
      const matches = await find("tide");
      // A guessed title field may be wrong.
      const { ignoringTrackers = [], untitledTrackers = [] } = matches ?? {};
      assert.deepEqual(
        [ignoringTrackers, untitledTrackers],
        dialect === "product" ? [[bugsTrackerId], []] : [[], [bugsTrackerId]],
      );
      assert.ok(matches?.rows.every(({ tracker }) => tracker?.id === requestsTrackerId));
    });
  });
}

describe("ArtifactSearch over all projects", () => {
  let fixture: QueryFixture;
  let search: ArtifactSearch;
  let buoys: TrackerHandle;
  /** The artifacts of the tracker, oldest first. */
  let ids: readonly number[];

  const artifactCount = 60;

  async function start(options: { readonly fullTextSearch?: boolean } = {}): Promise<void> {
    fixture = await QueryFixture.start("product", undefined, options);
    search = ArtifactSearch.create(fixture.searchServices, fixture.site);
    buoys = fixture.server.addTracker({
      projectId: 101,
      label: "Buoys",
      fields: [stringField("name", "Name", {}), textField("notes", "Notes", {})],
      semantics: { title: "name", description: "notes" },
      artifacts: artifactCount,
    });
    ids = buoys.artifactIds;
  }
  afterEach(() => fixture.close());

  const getId = (index: number): number => ids[index] ?? assert.fail();

  function write(
    index: number,
    { name, notes }: { readonly name?: string; readonly notes?: string },
  ): number {
    const id = getId(index);
    const values = [
      ...(name === undefined ? [] : [{ field_id: buoys.fieldId("name"), value: name }]),
      ...(notes === undefined
        ? []
        : [{ field_id: buoys.fieldId("notes"), value: { content: notes, format: "text" } }]),
    ];
    fixture.server.clock.advance(60_000);
    fixture.server.updateArtifact(id, { values });
    return id;
  }

  async function find(text: string, usesFullText = false): Promise<SearchMatches> {
    return (await search.search(text, { usesFullText })) ?? assert.fail("canceled");
  }

  const toIds = ({ rows }: SearchMatches): readonly number[] => rows.map(({ id }) => id);

  async function listRequests(work: () => Promise<unknown>): Promise<readonly string[]> {
    const before = fixture.server.requests.length;
    await work();
    return fixture.server.requests
      .slice(before)
      .map(({ method, path }) => `${method} ${path.replace(/\?.*$/s, "")}`);
  }

  const queryRequest = "GET /api/crosstracker_query/content";
  const fullTextRequest = "POST /api/search";

  it("finds titles and descriptions with one request, titles first", async () => {
    await start();
    const inBoth = write(1, { name: "Zanzibar beacon", notes: "The lamp is broken" });
    const inTitle = write(2, { name: "Lamp of the Zanzibar beacon" });
    const other = write(3, { name: "Zanzibar" });
    let matches = await find("zanz lamp");
    assert.deepEqual(toIds(matches), [inTitle, inBoth]);
    const requests = await listRequests(async () => {
      matches = await find("ZANZIBAR");
    });
    assert.deepEqual(requests, [queryRequest]);
    assert.deepEqual(toIds(matches), [other, inBoth, inTitle]);
    assert.deepEqual([matches.moreCount, matches.failures], [0, []]);
    assert.deepEqual(matches.scope, { includesMyProjects: true, trackers: [], failure: undefined });
    const [row] = matches.rows;
    assert.deepEqual([row?.tracker?.label, row?.project], ["Buoys", "Lighthouse Console"]);
  });

  it("reports how many more there are than the 50 that changed last", async () => {
    await start();
    for (let index = 0; index < artifactCount; index += 1) write(index, { notes: "quokka" });
    const matches = await find("quokka");
    assert.deepEqual([matches.rows.length, matches.moreCount], [50, 10]);
    assert.equal(matches.rows[0]?.id, getId(artifactCount - 1));
    assert.ok(!toIds(matches).includes(getId(9)));
  });

  it("puts recently opened artifacts and pinned projects first among equally relevant ones", async () => {
    await start();
    const shell = fixture.server.addTracker({
      projectId: 102,
      label: "Shells",
      fields: [stringField("name", "Name", {})],
      semantics: { title: "name" },
      artifacts: 1,
    });
    const [first, second] = [1, 2].map((index) => write(index, { name: "Quokka" }));
    const [newest = 0] = shell.artifactIds;
    fixture.server.clock.advance(60_000);
    const values = [{ field_id: shell.fieldId("name"), value: "Quokka" }];
    fixture.server.updateArtifact(newest, { values });
    assert.deepEqual(toIds(await find("quokka")), [newest, second, first]);
    const account = await fixture.catalog.getAccount();
    const opened = { id: first ?? 0, title: undefined, tracker: undefined };
    await fixture.recentlyOpened.add(fixture.site.api, account, opened);
    assert.deepEqual(toIds(await find("quokka")), [first, newest, second]);
    const { items } = await (await fixture.connect()).client.projects(0);
    const pinned = items.find((item) => item.kind === "project" && item.id === 101);
    assert.ok(pinned?.kind === "project");
    assert.equal(pinned.label, "🌊 Lighthouse Console");
    await fixture.store.pinnedProjects.pin(fixture.site.api, account, pinned);
    assert.deepEqual(toIds(await find("quokka")), [second, first, newest]);
  });

  it("finds a typed ID with the query and by itself at the same time, and a reference by itself", async () => {
    await start();
    const titled = write(2, { name: `Older than ${getId(1)}` });
    const text = String(getId(1));
    let matches: SearchMatches | undefined;
    const requests = await listRequests(async () => {
      matches = await find(text);
    });
    assert.deepEqual(requests.toSorted(), [`GET /api/artifacts/${text}`, queryRequest]);
    assert.deepEqual(matches && toIds(matches), [getId(1), titled]);
    assert.deepEqual(await listRequests(() => find(`bug #${text}`)), [`GET /api/artifacts/${text}`]);
  });

  it("also searches trackers of pinned projects that the user isn't a member of", async () => {
    await start();
    const { server, store, site } = fixture;
    const shells = server.addTracker({
      projectId: 102,
      label: "Shells",
      fields: [stringField("name", "Name", {})],
      semantics: { title: "name" },
      artifacts: 1,
    });
    server.updateArtifact(shells.artifactIds[0] ?? 0, {
      values: [{ field_id: shells.fieldId("name"), value: "Quokka shell" }],
    });
    const projects = await (await fixture.connect()).client.projects(0);
    const openTides = projects.items.find((item) => item.kind === "project" && item.id === 102);
    assert.ok(openTides?.kind === "project");
    // As if the user had left the project.
    const pinned = { ...openTides, isMember: false };
    await store.pinnedProjects.pin(site.api, await fixture.catalog.getAccount(), pinned);
    const matches = await find("quokka");
    assert.deepEqual(toIds(matches), shells.artifactIds);
    assert.equal(matches.scope?.includesMyProjects, true);
    assert.ok(matches.scope.trackers.some(({ id }) => id === shells.id));
  });

  it("never has more than one search in progress per site", async () => {
    await start();
    const [older, newer] = [write(1, { name: "Quokka" }), write(2, { name: "Wombat" })];
    fixture.server.faults.add({ path: /crosstracker_query/, times: 1, fault: { kind: "hang" } });
    const outdated = search.search("quokka", { onMatches: () => assert.fail("shown") });
    await waitUntil("the request arrives", () => fixture.server.requestsInFlight === 1);
    // Also that of another view.
    const other = ArtifactSearch.create(fixture.searchServices, fixture.site);
    const matches = await other.search("wombat");
    assert.deepEqual(matches && toIds(matches), [newer]);
    assert.equal(await outdated, undefined);
    await waitUntil("no request is left", () => fixture.server.requestsInFlight === 0);
    const background = await search.search("quokka", { isBackground: true });
    assert.deepEqual(background && toIds(background), [older]);
  });

  it("continues a background search while the user searches", async () => {
    await start();
    const [quokka, wombat] = [write(1, { name: "Quokka" }), write(2, { name: "Wombat" })];
    fixture.server.faults.add({ path: /crosstracker_query/, times: 1, fault: { kind: "delay", ms: 100 } });
    const background = search.search("quokka", { isBackground: true });
    await waitUntil("the request arrives", () => fixture.server.requestsInFlight === 1);
    const other = ArtifactSearch.create(fixture.searchServices, fixture.site);
    assert.deepEqual(toIds((await other.search("wombat")) ?? assert.fail()), [wombat]);
    assert.deepEqual(toIds((await background) ?? assert.fail()), [quokka]);
  });

  it("falls back to trackers if the server can't run the query, and reports other failures", async () => {
    await start();
    const id = write(1, { name: "Quokka" });
    await fixture.catalog.loadTracker(buoys.id);
    for (const status of [400, 500]) {
      fixture.server.faults.add({ path: /crosstracker_query/, fault: { kind: "status", status } });
      const matches = await find("quokka");
      assert.deepEqual([toIds(matches), matches.scope?.includesMyProjects], [[id], false], String(status));
      fixture.server.faults.clear();
    }
    fixture.server.faults.add({ path: /crosstracker_query/, fault: { kind: "status", status: 403 } });
    const { failures, rows } = await find("quokka");
    assert.deepEqual([failures.map(({ failure }) => failure.kind), rows], [["forbidden"], []]);
  });

  it("asks a server without full-text search only once, even if texts change meanwhile", async () => {
    await start();
    const requests = await listRequests(async () => {
      const outdated = search.search("zanz", { usesFullText: true });
      const current = find("zanzibar", true);
      await Promise.all([outdated, current]);
      await find("zanzibar beacon", true);
      await find("za", true);
    });
    assert.equal(requests.filter((request) => request === fullTextRequest).length, 1);
  });

  it("searches all texts for a text that was typed while the first one was searched", async () => {
    await start({ fullTextSearch: true });
    const commented = getId(5);
    fixture.server.updateArtifact(commented, {
      values: [],
      comment: { body: "Like a quokka", format: "text" },
    });
    fixture.server.faults.add({ path: /\/search/, times: 1, fault: { kind: "delay", ms: 100 } });
    const outdated = search.search("quo", { usesFullText: true });
    await waitUntil("the request arrives", () =>
      fixture.server.requests.some(({ path }) => path.startsWith("/api/search")),
    );
    const matches = await find("quokka", true);
    assert.equal(await outdated, undefined);
    assert.deepEqual(toIds(matches), [commented]);
  });

  it("searches all texts again after a server error", async () => {
    await start({ fullTextSearch: true });
    const commented = getId(5);
    fixture.server.updateArtifact(commented, {
      values: [],
      comment: { body: "Like a quokka", format: "text" },
    });
    fixture.server.faults.add({ path: /\/search/, fault: { kind: "status", status: 500 } });
    assert.deepEqual(toIds(await find("quokka", true)), []);
    fixture.server.faults.clear();
    assert.deepEqual(toIds(await find("quokka", true)), [commented]);
  });

  it("merges full-text results without waiting for them", async () => {
    await start({ fullTextSearch: true });
    const described = write(1, { name: "Quokka" });
    const commented = getId(5);
    fixture.server.updateArtifact(commented, {
      values: [],
      comment: { body: "Like a quokka", format: "text" },
    });
    await find("warm up", true);
    fixture.server.faults.add({ path: /\/search/, fault: { kind: "delay", ms: 100 } });
    const shown: (readonly number[])[] = [];
    const onMatches = (matches: SearchMatches): void => void shown.push(toIds(matches));
    const matches = await search.search("quokka", { onMatches, usesFullText: true });
    assert.deepEqual(shown, [[described], [described, commented]]);
    const row = matches?.rows[1];
    assert.deepEqual(
      [row?.project, row?.tracker?.id, row?.status],
      ["🌊 Lighthouse Console", undefined, undefined],
    );
    assert.deepEqual(toIds(await find("quokka")), [described]);
  });
});
