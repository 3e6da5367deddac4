import assert from "node:assert/strict";
import { isFailure } from "../../../../src/model/failure.ts";
import { Lookups, type Told } from "../../../../src/store/references/lookups.ts";
import { signIn } from "../../../support/fixtures/openStore.ts";
import { until } from "../../../support/wait.ts";
import { bugsId, dialects, QueryStage } from "../queries/stage.ts";
import { artifactIdsOf } from "./artifactIds.ts";

/** Of a project that is closed to the member. */
const testCasesId = 31;
const nobodys = 987_654;
const { signal } = new AbortController();

function kinds(told: ReadonlyMap<number, Told>): readonly (readonly [number, string])[] {
  return [...told].map(([id, { kind }]) => [id, kind] as const).sort(([one], [other]) => one - other);
}

for (const dialect of dialects) {
  describe(`looking up references on the ${dialect} dialect`, () => {
    const isProduct = dialect === "product";
    let stage: QueryStage;
    let lookups: Lookups;
    let now: number;
    let bugs: readonly number[];
    let hidden: number;

    beforeEach(async () => {
      stage = await QueryStage.start(dialect);
      now = 1000;
      lookups = new Lookups(stage.store.catalog, () => now);
      bugs = (await artifactIdsOf(stage.server, bugsId)).slice(0, 5);
      hidden = (await artifactIdsOf(stage.server, testCasesId))[0] ?? assert.fail("no hidden artifact");
    });
    afterEach(async () => {
      lookups.dispose();
      await stage.close();
    });

    const bug = (): number => bugs[0] ?? assert.fail("no bug");
    const lookUp = (...ids: readonly number[]) => lookups.lookUp(stage.site, ids, signal);
    const requestsOf = (...ids: readonly number[]) => stage.requestsOf(() => lookUp(...ids));

    it("tells what the server knows of an artifact", async () => {
      const told = (await lookUp(bug())).get(bug());
      const { client } = await stage.connect();
      const { title, status, isOpen, assignees, tracker, page } = await client.artifact(bug());
      assert.deepEqual(told, {
        kind: "artifact",
        artifactId: bug(),
        title,
        status,
        isOpen,
        assignees: assignees.map(({ label }) => label),
        trackerId: tracker.id,
        trackerLabel: tracker.label,
        page,
      });
      assert.deepEqual(
        [isOpen === undefined, tracker.label],
        isProduct ? [false, "Bugs"] : [true, undefined],
      );
    });

    it("tells what is missing from what is hidden", async () => {
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

    it("asks for several at once where the server can, else for few at a time, and never twice", async () => {
      await lookUp(nobodys);
      const requests = await requestsOf(...bugs);
      assert.equal(requests, isProduct ? 1 : 1 + bugs.length);
      assert.ok(stage.server.mostInFlight <= 4);
      assert.equal(await requestsOf(...bugs, nobodys), 0);
      assert.equal(lookups.known(stage.site, bug())?.kind, "artifact");
    });

    it("learns once that the server can't tell of several", async () => {
      await lookUp(nobodys, nobodys + 1);
      const batches = () =>
        stage.server.requests.filter(({ path }) => /\/api\/artifacts\?/.test(path)).length;
      assert.equal(batches(), 1);
      await lookUp(...bugs);
      assert.equal(batches(), isProduct ? 2 : 1);
    });

    it("keeps what it found for minutes, and what is not there for one", async () => {
      await lookUp(bug(), nobodys, hidden);
      now += 59_000;
      assert.equal(await requestsOf(bug(), nobodys, hidden), 0);
      now += 2_000;
      assert.equal(lookups.known(stage.site, nobodys), undefined);
      assert.equal(await requestsOf(nobodys), 1);
      assert.equal(await requestsOf(bug()), 0);
      now += 240_000;
      assert.equal(await requestsOf(bug()), 1);
    });

    it("takes a failed request for no answer", async () => {
      const mend = stage.server.faults.add({ path: /artifacts/, fault: { kind: "status", status: 400 } });
      assert.deepEqual(kinds(await lookUp(bug())), [[bug(), "unknown"]]);
      assert.equal((await lookUp(...bugs)).size, bugs.length);
      assert.equal(lookups.known(stage.site, bug()), undefined);
      mend();
      assert.deepEqual(kinds(await lookUp(bug())), [[bug(), "artifact"]]);
    });

    it("looks again after a write, also when that comes while it looks", async () => {
      const told: (number | undefined)[] = [];
      lookups.changed.listen(({ artifactId }) => told.push(artifactId));
      await lookUp(bug());
      stage.store.catalog.noteWritten(stage.site, bug(), bugsId);
      assert.deepEqual(told, [bug()]);
      assert.equal(lookups.known(stage.site, bug()), undefined);

      const mend = stage.server.faults.add({ path: /artifacts/, fault: { kind: "delay", ms: 300 } });
      const before = stage.server.requests.length;
      const older = lookUp(bug());
      await until("it is asked", () => stage.server.requests.length > before);
      stage.store.catalog.noteWritten(stage.site, bug(), bugsId);
      await older;
      mend();
      assert.equal(await requestsOf(bug()), 1);
    });

    it("forgets what another account saw", async () => {
      assert.deepEqual(kinds(await lookUp(hidden)), [[hidden, "unreadable"]]);
      await signIn(stage.store, stage.site.api, stage.server.accounts.admin);
      await stage.store.catalog.forget(stage.site.api);
      assert.deepEqual(kinds(await lookUp(hidden)), [[hidden, "artifact"]]);
    });

    it("shares a request, which ends when the last one who waits turns away", async () => {
      stage.server.faults.add({ path: /artifacts/, fault: { kind: "delay", ms: 400 } });
      await stage.connect();
      const before = stage.server.requests.length;
      const [first, second] = [new AbortController(), new AbortController()];
      const one = lookups.lookUp(stage.site, [bug()], first.signal);
      const other = lookups.lookUp(stage.site, [bug()], second.signal);
      const isCancelled = (thrown: unknown) => isFailure(thrown) && thrown.kind === "cancelled";
      first.abort();
      await assert.rejects(one, isCancelled);
      assert.deepEqual(kinds(await other), [[bug(), "artifact"]]);
      assert.equal(stage.server.requests.length, before + 1);

      const third = new AbortController();
      const alone = lookups.lookUp(stage.site, [nobodys], third.signal);
      await until("it is asked", () => stage.server.inFlight === 1);
      third.abort();
      await assert.rejects(alone, isCancelled);
      await until("nothing is under way", () => stage.server.inFlight === 0);
      // What was called off is no answer, and is in nobody's way.
      assert.equal(lookups.known(stage.site, nobodys), undefined);
      assert.deepEqual(kinds(await lookUp(nobodys)), [[nobodys, "missing"]]);
      await assert.rejects(lookups.lookUp(stage.site, [bug()], third.signal), isCancelled);
    });
  });
}
