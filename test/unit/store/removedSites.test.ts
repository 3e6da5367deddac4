import assert from "node:assert/strict";
import { RemovedSites } from "../../../src/store/mementos.ts";
import { memoryInProcess } from "./queries/stage.ts";

const minute = 60_000;
const [a, b] = ["https://a.example/api", "https://b.example/api"];

describe("sites that are gone from the settings", () => {
  let now = 0;
  let sites: RemovedSites;

  beforeEach(() => {
    now = 1_000_000;
    sites = new RemovedSites(memoryInProcess(), () => now);
  });

  it("are removed once they have been away for ten minutes", async () => {
    assert.deepEqual(await sites.update([a, b], []), { removed: [], nextInMs: undefined });
    assert.deepEqual(await sites.update([a], []), { removed: [], nextInMs: 10 * minute });
    now += 4 * minute;
    assert.deepEqual(await sites.update([a], []), { removed: [], nextInMs: 6 * minute });
    now += 6 * minute;
    assert.deepEqual(await sites.update([a], []), { removed: [b], nextInMs: undefined });
  });

  it("are not while they come and go, as they do in settings that are being edited", async () => {
    await sites.update([a, b], []);
    for (let round = 0; round < 5; round += 1) {
      assert.deepEqual((await sites.update([], [])).removed, []);
      now += 9 * minute;
      assert.deepEqual((await sites.update([], [])).removed, []);
      assert.deepEqual((await sites.update([a, b], [])).removed, []);
      now += 9 * minute;
    }
  });

  it("count also where nothing is known of them but what is kept", async () => {
    assert.deepEqual(await sites.update([a], [a, b]), { removed: [], nextInMs: 10 * minute });
    now += 10 * minute;
    assert.deepEqual((await sites.update([a], [a, b])).removed, [b]);
  });

  it("are removed again until that has been done", async () => {
    await sites.update([], [a]);
    now += 10 * minute;
    assert.deepEqual((await sites.update([], [a])).removed, [a]);
    assert.deepEqual((await sites.update([], [])).removed, [a]);
    await sites.clear(a);
    assert.deepEqual((await sites.update([], [])).removed, []);
  });

  it("wait no longer than that where the clock was put back", async () => {
    await sites.update([], [a]);
    now -= 1000 * minute;
    assert.equal((await sites.update([], [a])).nextInMs, 10 * minute);
  });
});
