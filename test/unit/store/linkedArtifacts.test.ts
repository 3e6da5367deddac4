import assert from "node:assert/strict";
import {
  createLinkSearch,
  loadLinkedArtifacts as describeLinked,
  findLinkableArtifacts,
} from "../../../src/store/linkedArtifacts.ts";
import type { ArtifactSearch } from "../../../src/store/queries/artifactSearch.ts";
import { bugsTrackerId, dialects, QueryFixture, requestsTrackerId } from "./queries/queryFixture.ts";

const { signal } = new AbortController();

for (const dialect of dialects) {
  describe(`artifacts to link on the ${dialect} dialect`, () => {
    let fixture: QueryFixture;
    let search: ArtifactSearch;

    beforeEach(async () => {
      fixture = await QueryFixture.start(dialect);
      search = createLinkSearch(fixture.searchServices, fixture.site, () => bugsTrackerId);
    });
    afterEach(() => fixture.close());

    async function found(query: string): Promise<readonly number[]> {
      const artifacts = await findLinkableArtifacts(fixture.catalog, search, query, signal);
      return artifacts.map(({ artifactId }) => artifactId);
    }

    it("are found by any form of their ID", async () => {
      for (const query of ["12", "#12", " bug #12 ", "bug #opentides:12"]) {
        assert.deepEqual(await found(query), [12], query);
      }
      assert.deepEqual(await found("99999999"), []);
    });

    it("are found by title in their tracker and in loaded lists", async () => {
      const { client } = await fixture.connect();
      const row = await client.artifact(12);
      const [first = ""] = (row.title ?? "").split(" ");
      assert.ok((await found(first)).length > 0);
      assert.deepEqual(await found("/"), []);
      const seen = { ...row, title: "Café au port", tracker: undefined };
      const ending = fixture.catalog.registerArtifactList({
        trackerId: bugsTrackerId,
        rows: () => [seen],
        invalidate: () => undefined,
        invalidateRow: () => undefined,
      });
      assert.deepEqual(await found("PORT cafe"), [12]);
      ending();
      assert.deepEqual(await found("PORT cafe"), []);
    });

    it("are found by a title that looks like a reference", async () => {
      const { client } = await fixture.connect();
      const row = { ...(await client.artifact(13)), title: "Release 12", tracker: undefined };
      const ending = fixture.catalog.registerArtifactList({
        trackerId: bugsTrackerId,
        rows: () => [row],
        invalidate: () => undefined,
        invalidateRow: () => undefined,
      });
      assert.deepEqual((await found("release 12")).slice(0, 2), [12, 13]);
      ending();
    });

    it("are found in other trackers where the server can search all projects", async () => {
      const { client } = await fixture.connect();
      const { items } = await client.artifacts(fixture.createTrackerSummary(requestsTrackerId), {
        offset: 0,
      });
      const request = items.find((item) => item.kind === "artifact" && /^[\w ]{20,}$/.test(item.title ?? ""));
      const { id, title = "" } = request?.kind === "artifact" ? request : assert.fail();
      assert.equal((await found(title)).includes(id), dialect === "product");
    });

    it("are loaded one by one if the server has no batch request", async () => {
      for (const status of [404, 405]) {
        fixture.server.faults.add({
          path: /\/artifacts\?query=/,
          times: 10,
          fault: { kind: "status", status },
        });
        const [reported] = await describeLinked(fixture.catalog, [12]);
        assert.equal(reported?.row?.id, 12, String(status));
        fixture.server.faults.clear();
      }
    });
  });
}
