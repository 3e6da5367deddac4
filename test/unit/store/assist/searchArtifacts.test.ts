import assert from "node:assert/strict";
import { type SearchToolInput, parseSearchToolInput } from "../../../../src/model/assist/toolInput.ts";
import {
  type ArtifactSearchResult,
  searchArtifacts,
  loadTrackersOfOwnProjects,
} from "../../../../src/store/assist/searchArtifacts.ts";
import { CurrentUser } from "../../../../src/store/queries/currentUser.ts";
import { bugsTrackerId, neverAborted, TriageStoreFixture } from "../triage/triageStoreFixture.ts";
import type { QueryServices } from "../../../../src/store/queries/openQuery.ts";

function toRequest(input: object): SearchToolInput {
  const checked = parseSearchToolInput(input);
  return checked.kind === "input" ? checked.input : assert.fail(checked.problem.path);
}

for (const dialect of ["product", "documented"] as const) {
  describe(`searchArtifacts on the ${dialect} dialect`, () => {
    let fixture: TriageStoreFixture;
    let services: QueryServices;
    before(async () => {
      fixture = await TriageStoreFixture.open({ dialect });
      const memento = { keys: () => [], get: () => undefined, update: () => Promise.resolve() };
      services = { ...fixture.store, currentUser: new CurrentUser(memento), now: () => new Date() };
    });
    after(() => fixture.close());

    function search(input: object, signal = neverAborted): Promise<ArtifactSearchResult> {
      return searchArtifacts(services, fixture.site, toRequest(input), signal);
    }

    async function searchRows(input: object): Promise<Extract<ArtifactSearchResult, { kind: "rows" }>> {
      const result = await search(input);
      return result.kind === "rows" ? result : assert.fail(JSON.stringify(result));
    }

    it("returns a tracker's artifacts, newest first, up to the limit", async () => {
      const result = await searchRows({ tracker: bugsTrackerId, limit: 3 });
      const ids = result.rows.map(({ id }) => id);
      assert.deepEqual([ids.length, ids], [3, ids.toSorted((project, other) => other - project)]);
      const [newest] = (await searchRows({ tracker: bugsTrackerId, limit: 50 })).rows;
      assert.deepEqual([ids[0], result.rows[0]?.tracker?.id], [newest?.id, bugsTrackerId]);
      assert.equal(result.hasMore, true);
    });

    it("applies words and conditions", async () => {
      const result = await searchRows({
        tracker: bugsTrackerId,
        where: [{ field: "Status", operator: "is", values: ["New"] }],
      });
      assert.ok(result.rows.length > 0);
      assert.deepEqual([...new Set(result.rows.map(({ status }) => status))], ["New"]);
      const where = [{ field: "Assigned to", operator: "is", values: ["pnowak"] }];
      assert.ok((await searchRows({ tracker: bugsTrackerId, where })).rows.length > 0);
      const [first] = result.rows;
      const [word = ""] = /\p{L}{5,}/u.exec(first?.title ?? "") ?? [];
      const titleMatches = await searchRows({ tracker: bugsTrackerId, words: word });
      assert.ok(titleMatches.rows.length > 0);
      assert.ok(titleMatches.rows.every(({ title }) => title?.toLowerCase().includes(word.toLowerCase())));
    });

    it("searches titles in the trackers the user works with", async () => {
      const [first] = (await searchRows({ tracker: bugsTrackerId, limit: 1 })).rows;
      const result = await searchRows({ words: first?.title ?? "" });
      assert.ok(result.rows.some(({ id }) => id === first?.id));
      const [byId] = (await searchRows({ words: `#${first?.id}` })).rows;
      assert.equal(byId?.id, first?.id);
    });

    it("reports invalid requests", async () => {
      assert.deepEqual(await search({}), { kind: "emptyRequest" });
      const where = [{ field: "Status", operator: "is", values: ["New"] }];
      assert.deepEqual(await search({ words: "x", where }), { kind: "emptyRequest" });
      const invalid = await search({
        tracker: bugsTrackerId,
        where: [{ field: "Colour", operator: "is", values: ["red"] }],
      });
      assert.ok(invalid.kind === "problem" && invalid.problem.code === "noField");
      const problems = await search({
        tracker: bugsTrackerId,
        where: [{ field: "Status", operator: "<", values: ["New"] }],
      });
      assert.ok(problems.kind === "problems");
      assert.deepEqual(
        problems.problems.map(({ kind }) => kind),
        ["unknownOperator"],
      );
      await assert.rejects(search({ tracker: 99_999 }), { kind: "notFound" });
    });

    it("rejects if it is canceled", async () => {
      const controller = new AbortController();
      const fault = { kind: "concurrentChange", act: () => controller.abort() } as const;
      const removeFault = fixture.server.faults.add({ path: /trackers\/11\/artifacts/, fault });
      await assert.rejects(search({ tracker: bugsTrackerId, limit: 50 }, controller.signal), {
        name: "AbortError",
      });
      removeFault();
    });

    it("searches trackers of pinned projects, or else of the user's projects", async () => {
      const projects = await loadTrackersOfOwnProjects(services, fixture.site, neverAborted);
      assert.ok(projects.some(({ trackers }) => trackers.some(({ id }) => id === bugsTrackerId)));
      const [project] = projects;
      assert.ok(project !== undefined);
      const { account } = await fixture.artifactLoader.connect();
      await fixture.store.pinnedProjects.pin(fixture.site.api, account, project.project);
      assert.deepEqual(
        (await loadTrackersOfOwnProjects(services, fixture.site, neverAborted)).map(
          ({ project }) => project.id,
        ),
        [project.project.id],
      );
      await fixture.store.pinnedProjects.unpin(fixture.site.api, account, project.project.id);
    });
  });
}
