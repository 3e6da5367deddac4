import assert from "node:assert/strict";
import { RemovedSiteDetector } from "../../../src/store/mementos.ts";
import { createMemento } from "./queries/queryFixture.ts";

const minute = 60_000;
const [a, b] = ["https://a.example/api", "https://b.example/api"];

describe("RemovedSites", () => {
  let now = 0;
  let sites: RemovedSiteDetector;

  beforeEach(() => {
    now = 1_000_000;
    sites = new RemovedSiteDetector(createMemento(), () => now);
  });

  it("removes a site after it has been missing for ten minutes", async () => {
    assert.deepEqual(await sites.update([a, b], []), { removed: [], nextInMs: undefined });
    assert.deepEqual(await sites.update([a], []), { removed: [], nextInMs: 10 * minute });
    now += 4 * minute;
    assert.deepEqual(await sites.update([a], []), { removed: [], nextInMs: 6 * minute });
    now += 6 * minute;
    assert.deepEqual(await sites.update([a], []), { removed: [b], nextInMs: undefined });
  });

  it("doesn't remove sites that come and go while settings are edited", async () => {
    await sites.update([a, b], []);
    for (let round = 0; round < 5; round += 1) {
      assert.deepEqual((await sites.update([], [])).removed, []);
      now += 9 * minute;
      assert.deepEqual((await sites.update([], [])).removed, []);
      assert.deepEqual((await sites.update([a, b], [])).removed, []);
      now += 9 * minute;
    }
  });

  it("includes sites that are only known from stored data", async () => {
    assert.deepEqual(await sites.update([a], [a, b]), { removed: [], nextInMs: 10 * minute });
    now += 10 * minute;
    assert.deepEqual((await sites.update([a], [a, b])).removed, [b]);
  });

  it("reports a site until its removal is done", async () => {
    await sites.update([], [a]);
    now += 10 * minute;
    assert.deepEqual((await sites.update([], [a])).removed, [a]);
    assert.deepEqual((await sites.update([], [])).removed, [a]);
    await sites.clear(a);
    assert.deepEqual((await sites.update([], [])).removed, []);
  });

  it("doesn't wait longer if the clock was set back", async () => {
    await sites.update([], [a]);
    now -= 1000 * minute;
    assert.equal((await sites.update([], [a])).nextInMs, 10 * minute);
  });
});
