import assert from "node:assert/strict";
import { MessageArtifactStateLoader } from "../../../../src/features/commits/scmInput/messageArtifactStates.ts";
import { builtInGrammar } from "../../../../src/model/reference/findReferences.ts";
import { ReferenceCache } from "../../../../src/store/references/referenceCache.ts";
import { FormFixture } from "../../../support/fixtures/formFixture.ts";

const bugs = 11;
const missingId = 987_654;

for (const dialect of ["product", "documented"] as const) {
  describe(`MessageArtifactStates on the ${dialect} dialect`, () => {
    let fixture: FormFixture;
    let referenceCache: ReferenceCache;
    let artifactStates: MessageArtifactStateLoader;
    let now: number;

    beforeEach(async () => {
      fixture = await FormFixture.open(dialect);
      now = 1_000_000;
      referenceCache = new ReferenceCache(fixture.store.catalog, () => now);
      artifactStates = new MessageArtifactStateLoader(referenceCache, () => now);
    });
    afterEach(async () => {
      artifactStates.dispose();
      referenceCache.dispose();
      await fixture.close();
    });

    const loadStates = async (
      message: string,
      commentPrefix?: string,
    ): Promise<(artifactId: number) => string> =>
      artifactStates.load(
        message,
        fixture.site,
        { commentPrefix, grammar: builtInGrammar },
        new AbortController().signal,
      );

    it("requests each artifact once, and reports missing ones", async () => {
      const id = await fixture.getFirstArtifactId(bugs);
      const first = await loadStates(`art #${id} art #${missingId}`);
      // The documented dialect doesn't report which artifacts are closed.
      const states = dialect === "product" ? ["open", "closed"] : ["unknown"];
      assert.ok(states.includes(first(id)), first(id));
      assert.equal(first(missingId), "missing");
      assert.equal(first(1), "unknown");
      const requestCount = fixture.server.requests.length;
      const second = await loadStates(`More: art #${id} art #${missingId}`);
      assert.deepEqual([second(id), second(missingId)], [first(id), "missing"]);
      assert.equal(fixture.server.requests.length, requestCount);
    });

    it("requests nothing for comments and for text that isn't a reference", async () => {
      const requestCount = fixture.server.requests.length;
      const states = await loadStates(`Mend 2026-11-15, v17.4\n# art #${missingId}`, "#");
      assert.equal(states(missingId), "unknown");
      assert.equal(fixture.server.requests.length, requestCount);
    });

    it("is unknown after a failure, and waits before it repeats the request", async () => {
      const message = `art #${missingId}`;
      const removeFault = fixture.server.faults.add({
        path: /artifacts/,
        fault: { kind: "status", status: 400 },
      });
      assert.equal((await loadStates(message))(missingId), "unknown");
      removeFault();
      const requestCount = fixture.server.requests.length;
      assert.equal((await loadStates(message))(missingId), "unknown");
      assert.equal(fixture.server.requests.length, requestCount);
      now += 61_000;
      assert.equal((await loadStates(message))(missingId), "missing");
    });
  });
}
