import assert from "node:assert/strict";
import type { Simulator } from "../../simulator/simulator.ts";
import { sendRequest, encodeQuery, type SimulatorResponse, createKeyHeader } from "./sendRequest.ts";
import { useSimulators } from "./useSimulators.ts";

interface Row {
  readonly id: number;
  readonly label: string;
  readonly is_open: boolean;
}

function rows({ data }: SimulatorResponse): readonly Row[] {
  return data as readonly Row[];
}

describe("simulator reports", () => {
  const start = useSimulators();
  const fetchAsAdmin = (simulator: Simulator, path: string): Promise<SimulatorResponse> =>
    sendRequest(simulator, `/api${path}`, { headers: createKeyHeader(simulator.accounts.admin) });

  it("product: include a default one for each tracker, and one for open artifacts", async () => {
    const simulator = await start({ dialect: "product", artifacts: 60 });
    const response = await fetchAsAdmin(simulator, "/trackers/11/tracker_reports");
    assert.deepEqual(
      rows(response).map(({ id, label }) => [id, label]),
      [
        [111, "Default"],
        [112, "Open"],
      ],
    );
    assert.deepEqual(
      ["x-pagination-limit", "x-pagination-size", "x-pagination-limit-max"].map(
        (name) => response.headers[name],
      ),
      ["10", "2", "1000"],
    );
  });

  it("product: list matching artifacts, oldest first, at most 50 per page", async () => {
    const simulator = await start({ dialect: "product", artifacts: 60 });
    const matching = rows(await fetchAsAdmin(simulator, "/tracker_reports/112/artifacts?limit=50"));
    assert.ok(matching.length > 5 && matching.every(({ is_open: isOpen }) => isOpen));
    const ids = matching.map(({ id }) => id);
    assert.deepEqual(
      ids,
      ids.toSorted((one, other) => one - other),
    );
    assert.equal(rows(await fetchAsAdmin(simulator, "/tracker_reports/111/artifacts")).length, 10);
    assert.equal((await fetchAsAdmin(simulator, "/tracker_reports/111/artifacts?limit=51")).status, 400);
  });

  it("product: are not found if their tracker is unreadable", async () => {
    const simulator = await start({ dialect: "product", artifacts: 60 });
    assert.equal((await fetchAsAdmin(simulator, "/tracker_reports/9999")).status, 404);
    assert.equal((await sendRequest(simulator, "/api/tracker_reports/311")).status, 403);
  });

  it("documented: don't exist", async () => {
    const simulator = await start({ dialect: "documented", artifacts: 60 });
    for (const path of ["/trackers/11/tracker_reports", "/tracker_reports/111", "/users/self/artifacts"]) {
      assert.equal((await fetchAsAdmin(simulator, path)).status, 404, path);
    }
  });

  it("product: find links by the id of the linked artifact", async () => {
    const simulator = await start({ dialect: "product", artifacts: 60 });
    const { data } = await fetchAsAdmin(simulator, "/trackers/22/artifacts?limit=200&values=all");
    const linked = (data as readonly { id: number; values: readonly { type: string; links?: Row[] }[] }[])
      .map(({ id, values }) => ({ id, to: values.find(({ type }) => type === "art_link")?.links?.[0]?.id }))
      .find(({ to }) => to !== undefined);
    const { data: tracker } = await fetchAsAdmin(simulator, "/trackers/22");
    const { name } = (tracker as { fields: readonly { type: string; name: string }[] }).fields.find(
      ({ type }) => type === "art_link",
    ) ?? { name: "" };
    const matching = rows(
      await fetchAsAdmin(simulator, `/trackers/22/artifacts?query=${encodeQuery({ [name]: linked?.to })}`),
    );
    assert.ok(matching.some(({ id }) => id === linked?.id) && matching.length < 100);
  });
});
