import assert from "node:assert/strict";
import type { Simulator } from "../../simulator/simulator.ts";
import { sendRequest, getItems, createKeyHeader } from "./sendRequest.ts";
import { useSimulators } from "./useSimulators.ts";

const trackers = [11, 12, 13, 21, 22, 23, 24, 31];

async function fetchEverything(simulator: Simulator) {
  const headers = createKeyHeader(simulator.accounts.admin);
  const pages = await Promise.all(
    trackers.map((id) => sendRequest(simulator, `/api/trackers/${id}/artifacts?limit=1000`, { headers })),
  );
  return pages.flatMap(getItems);
}

describe("simulator demo data", () => {
  const start = useSimulators();
  it("is the same for the same seed, and different for another", async () => {
    const texts: string[] = [];
    for (const seed of [7, 7, 8]) {
      const simulator = await start({ dialect: "product", seed });
      const headers = createKeyHeader(simulator.accounts.admin);
      const page = await sendRequest(simulator, "/api/trackers/11/artifacts?limit=20&values=all", {
        headers,
      });
      texts.push(`${simulator.accounts.admin.accessKey} ${page.text}`);
    }
    assert.equal(texts[0], texts[1]);
    assert.notEqual(texts[0], texts[2]);
  });

  it("has about 2,000 artifacts in 8 trackers, with unique ids", async () => {
    const simulator = await start({ dialect: "product" });
    const all = await fetchEverything(simulator);
    assert.ok(all.length > 1900 && all.length < 2100, String(all.length));
    assert.equal(new Set(all.map((row) => row.id)).size, all.length);
  });

  it("has varied titles in several scripts, with markup, and a very long one", async () => {
    const simulator = await start({ dialect: "product" });
    const titles = (await fetchEverything(simulator)).flatMap((row) => row.title ?? []);
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

  it("has dates before the simulated present, in the order of the ids", async () => {
    const simulator = await start({ dialect: "product" });
    const response = await sendRequest(simulator, "/api/trackers/11/artifacts?limit=1000");
    const dates = (
      response.data as readonly { readonly submitted_on: string; readonly last_modified_date: string }[]
    ).map((row) => [Date.parse(row.submitted_on), Date.parse(row.last_modified_date)] as const);
    const submitted = dates.map(([at]) => at);
    assert.deepEqual(
      submitted,
      submitted.toSorted((a, b) => a - b),
    );
    assert.ok(dates.every(([at, changed]) => at <= changed && changed <= simulator.clock.now()));
  });

  it("has 100,000 artifacts without storing them", async () => {
    const simulator = await start({ dialect: "product", artifacts: 100_000 });
    const path = "/api/trackers/11/artifacts?limit=50";
    const headers = createKeyHeader(simulator.accounts.admin);
    const first = await sendRequest(simulator, path, { headers });
    const last = await sendRequest(simulator, `${path}&offset=99950`, { headers });
    const newest = await sendRequest(simulator, `${path}&order=desc`, { headers });
    assert.equal(first.headers["x-pagination-size"], "100000");
    assert.deepEqual(getItems(newest), getItems(last).toReversed());
    const ids = getItems(last).map((row) => row.id);
    const response = await sendRequest(simulator, `/api/artifacts/${ids[17]}`, { headers });
    assert.equal((response.data as { readonly title: string }).title, getItems(last)[17]?.title);
    assert.equal(
      (await sendRequest(simulator, `/api/artifacts/${(ids.at(-1) ?? 0) + 1}`, { headers })).status,
      404,
    );
  });

  it("has gaps in the ids if there are fewer artifacts", async () => {
    const fullSimulator = await start({ dialect: "product" });
    const smallSimulator = await start({ dialect: "product", artifacts: 3 });
    const headers = createKeyHeader(smallSimulator.accounts.admin);
    const remaining = getItems(await sendRequest(smallSimulator, "/api/trackers/11/artifacts", { headers }));
    const all = getItems(await sendRequest(fullSimulator, "/api/trackers/11/artifacts", { headers }));
    assert.deepEqual(
      remaining.map((row) => row.id),
      all.slice(0, 3).map((row) => row.id),
    );
    assert.equal(
      (await sendRequest(smallSimulator, `/api/artifacts/${all[3]?.id}`, { headers })).status,
      404,
    );
  });
});
