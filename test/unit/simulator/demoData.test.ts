import assert from "node:assert/strict";
import type { Simulator } from "../../simulator/simulator.ts";
import { ask, rows, withKey } from "./asking.ts";
import { perTest } from "./perTest.ts";

const trackers = [11, 12, 13, 21, 22, 23, 24, 31];

async function everything(simulator: Simulator) {
  const headers = withKey(simulator.accounts.admin);
  const pages = await Promise.all(
    trackers.map((id) => ask(simulator, `/api/trackers/${id}/artifacts?limit=1000`, { headers })),
  );
  return pages.flatMap(rows);
}

describe("simulator: the demo data", () => {
  const start = perTest();
  it("comes out the same for the same seed, and otherwise for another", async () => {
    const texts: string[] = [];
    for (const seed of [7, 7, 8]) {
      const simulator = await start({ dialect: "product", seed });
      const headers = withKey(simulator.accounts.admin);
      const page = await ask(simulator, "/api/trackers/11/artifacts?limit=20&values=all", { headers });
      texts.push(`${simulator.accounts.admin.accessKey} ${page.text}`);
    }
    assert.equal(texts[0], texts[1]);
    assert.notEqual(texts[0], texts[2]);
  });

  it("has about 2,000 artifacts in 8 trackers, each with an id of its own", async () => {
    const simulator = await start({ dialect: "product" });
    const all = await everything(simulator);
    assert.ok(all.length > 1900 && all.length < 2100, String(all.length));
    assert.equal(new Set(all.map((row) => row.id)).size, all.length);
  });

  it("has titles that vary, in several scripts, with markup, and one that is very long", async () => {
    const simulator = await start({ dialect: "product" });
    const titles = (await everything(simulator)).flatMap((row) => row.title ?? []);
    assert.ok(new Set(titles).size > titles.length * 0.7, `${new Set(titles).size} of ${titles.length}`);
    for (const expected of [
      /[\u0600-\u06ff]/,
      /[\u0590-\u05ff]/,
      /[\u3040-\u30ff]/,
      /<script>/,
      /.{600}/,
      /🚢/u,
      /\\/,
    ]) {
      assert.ok(
        titles.some((title) => expected.test(title)),
        String(expected),
      );
    }
  });

  it("dates everything before the simulated present, in the order of the ids", async () => {
    const simulator = await start({ dialect: "product" });
    const reply = await ask(simulator, "/api/trackers/11/artifacts?limit=1000");
    const dates = (
      reply.data as readonly { readonly submitted_on: string; readonly last_modified_date: string }[]
    ).map((row) => [Date.parse(row.submitted_on), Date.parse(row.last_modified_date)] as const);
    const submitted = dates.map(([at]) => at);
    assert.deepEqual(
      submitted,
      submitted.toSorted((a, b) => a - b),
    );
    assert.ok(dates.every(([at, changed]) => at <= changed && changed <= simulator.clock.now()));
  });

  it("has 100,000 artifacts without keeping them", async () => {
    const simulator = await start({ dialect: "product", artifacts: 100_000 });
    const path = "/api/trackers/11/artifacts?limit=50";
    const headers = withKey(simulator.accounts.admin);
    const first = await ask(simulator, path, { headers });
    const last = await ask(simulator, `${path}&offset=99950`, { headers });
    const newest = await ask(simulator, `${path}&order=desc`, { headers });
    assert.equal(first.headers["x-pagination-size"], "100000");
    assert.deepEqual(rows(newest), rows(last).toReversed());
    const ids = rows(last).map((row) => row.id);
    const one = await ask(simulator, `/api/artifacts/${ids[17]}`, { headers });
    assert.equal((one.data as { readonly title: string }).title, rows(last)[17]?.title);
    assert.equal((await ask(simulator, `/api/artifacts/${(ids.at(-1) ?? 0) + 1}`, { headers })).status, 404);
  });

  it("shrinks as well, leaving holes where artifacts would have been", async () => {
    const full = await start({ dialect: "product" });
    const small = await start({ dialect: "product", artifacts: 3 });
    const headers = withKey(small.accounts.admin);
    const kept = rows(await ask(small, "/api/trackers/11/artifacts", { headers }));
    const all = rows(await ask(full, "/api/trackers/11/artifacts", { headers }));
    assert.deepEqual(
      kept.map((row) => row.id),
      all.slice(0, 3).map((row) => row.id),
    );
    assert.equal((await ask(small, `/api/artifacts/${all[3]?.id}`, { headers })).status, 404);
  });
});
