import assert from "node:assert/strict";
import { isFailure } from "../../../../src/model/failure.ts";
import { ReferenceCache, type ResolvedReference } from "../../../../src/store/references/referenceCache.ts";
import { signIn } from "../../../support/fixtures/testStore.ts";
import { waitUntil } from "../../../support/wait.ts";
import { bugsTrackerId, dialects, QueryFixture } from "../queries/queryFixture.ts";
import { fetchArtifactIds } from "./fetchArtifactIds.ts";

/** In a project the member can't access. */
const testCasesId = 31;
const nobodys = 987_654;
const { signal } = new AbortController();

function kinds(reported: ReadonlyMap<number, ResolvedReference>): readonly (readonly [number, string])[] {
  return [...reported].map(([id, { kind }]) => [id, kind] as const).sort(([one], [other]) => one - other);
}

for (const dialect of dialects) {
  describe(`ReferenceCache on the ${dialect} dialect`, () => {
    const isProduct = dialect === "product";
    let fixture: QueryFixture;
    let lookups: ReferenceCache;
    let now: number;
    let bugs: readonly number[];
    let hidden: number;

    beforeEach(async () => {
      fixture = await QueryFixture.start(dialect);
      now = 1000;
      lookups = new ReferenceCache(fixture.store.catalog, () => now);
      bugs = (await fetchArtifactIds(fixture.server, bugsTrackerId)).slice(0, 5);
      hidden = (await fetchArtifactIds(fixture.server, testCasesId))[0] ?? assert.fail("no hidden artifact");
    });
    afterEach(async () => {
      lookups.dispose();
      await fixture.close();
    });

    const bug = (): number => bugs[0] ?? assert.fail("no bug");
    const lookUp = (...ids: readonly number[]) => lookups.resolve(fixture.site, ids, signal);
    const requestsOf = (...ids: readonly number[]) => fixture.countRequests(() => lookUp(...ids));

    it("returns details of an artifact", async () => {
      const reported = (await lookUp(bug())).get(bug());
      const { client } = await fixture.connect();
      const { title, status, isOpen, assignees, tracker, page, modifiedOn } = await client.artifact(bug());
      assert.deepEqual(reported, {
        kind: "artifact",
        artifactId: bug(),
        title,
        status,
        isOpen,
        assignees: assignees.map(({ label }) => label),
        trackerId: tracker.id,
        trackerLabel: tracker.label,
        page,
        modifiedOn,
      });
      assert.deepEqual(
        [isOpen === undefined, tracker.label],
        isProduct ? [false, "Bugs"] : [true, undefined],
      );
    });

    it("distinguishes missing from inaccessible artifacts", async () => {
      const expected = [
        ...bugs.map((id) => [id, "artifact"] as const),
        [hidden, "unreadable"] as const,
        [nobodys, "missing"] as const,
      ];
      assert.deepEqual(
        kinds(await lookUp(...bugs, hidden, nobodys, bug())),
        expected.sort(([one], [other]) => one - other),
      );
    });

    it("loads batches if supported, else a few at a time, and never twice", async () => {
      await lookUp(nobodys);
      const requests = await requestsOf(...bugs);
      assert.equal(requests, isProduct ? 1 : 1 + bugs.length);
      assert.ok(fixture.server.maxRequestsInFlight <= 4);
      assert.equal(await requestsOf(...bugs, nobodys), 0);
      assert.equal(lookups.getCached(fixture.site, bug())?.kind, "artifact");
    });

    it("sends a limited number of requests for artifacts that a batch leaves out", async () => {
      const missing = Array.from({ length: 30 }, (_, index) => nobodys + index);
      assert.equal(await requestsOf(...bugs, ...missing), isProduct ? 1 + 10 : 1 + bugs.length + 30);
      assert.ok(missing.every((id) => lookups.getCached(fixture.site, id)?.kind === "missing"));
    });

    it("remembers that the server has no batch request", async () => {
      await lookUp(nobodys, nobodys + 1);
      const batches = () =>
        fixture.server.requests.filter(({ path }) => /\/api\/artifacts\?/.test(path)).length;
      assert.equal(batches(), 1);
      await lookUp(...bugs);
      assert.equal(batches(), isProduct ? 2 : 1);
    });

    it("caches artifacts for minutes and missing ones for one minute", async () => {
      await lookUp(bug(), nobodys, hidden);
      now += 59_000;
      assert.equal(await requestsOf(bug(), nobodys, hidden), 0);
      now += 2_000;
      assert.equal(lookups.getCached(fixture.site, nobodys), undefined);
      assert.equal(await requestsOf(nobodys), 1);
      assert.equal(await requestsOf(bug()), 0);
      now += 240_000;
      assert.equal(await requestsOf(bug()), 1);
    });

    it("doesn't cache failures", async () => {
      const mend = fixture.server.faults.add({ path: /artifacts/, fault: { kind: "status", status: 400 } });
      assert.deepEqual(kinds(await lookUp(bug())), [[bug(), "unknown"]]);
      assert.equal((await lookUp(...bugs)).size, bugs.length);
      assert.equal(lookups.getCached(fixture.site, bug()), undefined);
      mend();
      assert.deepEqual(kinds(await lookUp(bug())), [[bug(), "artifact"]]);
    });

    it("loads again after a write, also during a load", async () => {
      const reported: (number | undefined)[] = [];
      lookups.onDidChange.event(({ artifactId }) => reported.push(artifactId));
      await lookUp(bug());
      fixture.store.catalog.reportWrite(fixture.site, bug(), bugsTrackerId);
      assert.deepEqual(reported, [bug()]);
      assert.equal(lookups.getCached(fixture.site, bug()), undefined);

      const mend = fixture.server.faults.add({ path: /artifacts/, fault: { kind: "delay", ms: 300 } });
      const before = fixture.server.requests.length;
      const older = lookUp(bug());
      await waitUntil("request sent", () => fixture.server.requests.length > before);
      fixture.store.catalog.reportWrite(fixture.site, bug(), bugsTrackerId);
      await older;
      mend();
      assert.equal(await requestsOf(bug()), 1);
    });

    it("requests artifacts again after they were invalidated, and no others", async () => {
      await lookUp(...bugs);
      lookups.invalidate(fixture.site, [bug(), nobodys]);
      assert.equal(lookups.getCached(fixture.site, bug()), undefined);
      assert.equal(await requestsOf(...bugs), 1);
      assert.equal(await requestsOf(...bugs), 0);
    });

    it("drops references of another account", async () => {
      assert.deepEqual(kinds(await lookUp(hidden)), [[hidden, "unreadable"]]);
      await signIn(fixture.store, fixture.site.api, fixture.server.accounts.admin);
      await fixture.store.catalog.forgetSite(fixture.site.api);
      assert.deepEqual(kinds(await lookUp(hidden)), [[hidden, "artifact"]]);
    });

    it("shares a request, which is canceled with its last waiter", async () => {
      fixture.server.faults.add({ path: /artifacts/, fault: { kind: "delay", ms: 400 } });
      await fixture.connect();
      const before = fixture.server.requests.length;
      const [first, second] = [new AbortController(), new AbortController()];
      const one = lookups.resolve(fixture.site, [bug()], first.signal);
      const other = lookups.resolve(fixture.site, [bug()], second.signal);
      const isCanceled = (thrown: unknown) => isFailure(thrown) && thrown.kind === "canceled";
      first.abort();
      await assert.rejects(one, isCanceled);
      assert.deepEqual(kinds(await other), [[bug(), "artifact"]]);
      assert.equal(fixture.server.requests.length, before + 1);

      const third = new AbortController();
      const alone = lookups.resolve(fixture.site, [nobodys], third.signal);
      await waitUntil("request sent", () => fixture.server.requestsInFlight === 1);
      third.abort();
      await assert.rejects(alone, isCanceled);
      await waitUntil("no requests in flight", () => fixture.server.requestsInFlight === 0);
      // A canceled request isn't cached and doesn't block others.
      assert.equal(lookups.getCached(fixture.site, nobodys), undefined);
      assert.deepEqual(kinds(await lookUp(nobodys)), [[nobodys, "missing"]]);
      await assert.rejects(lookups.resolve(fixture.site, [bug()], third.signal), isCanceled);
    });
  });
}
