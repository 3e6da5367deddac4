import assert from "node:assert/strict";
import type { Simulator } from "../../simulator/simulator.ts";
import { ask, queryOf, type Reply, withKey } from "./asking.ts";
import { perTest } from "./perTest.ts";

interface Row {
  readonly id: number;
  readonly label: string;
  readonly is_open: boolean;
}

function rows({ data }: Reply): readonly Row[] {
  return data as readonly Row[];
}

describe("simulator: reports", () => {
  const start = perTest();
  const asAdmin = (simulator: Simulator, path: string): Promise<Reply> =>
    ask(simulator, `/api${path}`, { headers: withKey(simulator.accounts.admin) });

  it("product: a tracker has its own, and one for what is open", async () => {
    const simulator = await start({ dialect: "product", artifacts: 60 });
    const reply = await asAdmin(simulator, "/trackers/11/tracker_reports");
    assert.deepEqual(
      rows(reply).map(({ id, label }) => [id, label]),
      [
        [111, "Default"],
        [112, "Open"],
      ],
    );
    assert.deepEqual(
      ["x-pagination-limit", "x-pagination-size", "x-pagination-limit-max"].map(
        (name) => reply.headers[name],
      ),
      ["10", "2", "1000"],
    );
  });

  it("product: they find what they say, oldest first, 50 at a time at most", async () => {
    const simulator = await start({ dialect: "product", artifacts: 60 });
    const found = rows(await asAdmin(simulator, "/tracker_reports/112/artifacts?limit=50"));
    assert.ok(found.length > 5 && found.every(({ is_open: isOpen }) => isOpen));
    const ids = found.map(({ id }) => id);
    assert.deepEqual(
      ids,
      ids.toSorted((one, other) => one - other),
    );
    assert.equal(rows(await asAdmin(simulator, "/tracker_reports/111/artifacts")).length, 10);
    assert.equal((await asAdmin(simulator, "/tracker_reports/111/artifacts?limit=51")).status, 400);
  });

  it("product: those of a tracker that one may not read are not there", async () => {
    const simulator = await start({ dialect: "product", artifacts: 60 });
    assert.equal((await asAdmin(simulator, "/tracker_reports/9999")).status, 404);
    assert.equal((await ask(simulator, "/api/tracker_reports/311")).status, 403);
  });

  it("documented: there are none", async () => {
    const simulator = await start({ dialect: "documented", artifacts: 60 });
    for (const path of ["/trackers/11/tracker_reports", "/tracker_reports/111", "/users/self/artifacts"]) {
      assert.equal((await asAdmin(simulator, path)).status, 404, path);
    }
  });

  it("product: links are found by the number at their other end", async () => {
    const simulator = await start({ dialect: "product", artifacts: 60 });
    const { data } = await asAdmin(simulator, "/trackers/22/artifacts?limit=200&values=all");
    const linked = (data as readonly { id: number; values: readonly { type: string; links?: Row[] }[] }[])
      .map(({ id, values }) => ({ id, to: values.find(({ type }) => type === "art_link")?.links?.[0]?.id }))
      .find(({ to }) => to !== undefined);
    const { data: tracker } = await asAdmin(simulator, "/trackers/22");
    const { name } = (tracker as { fields: readonly { type: string; name: string }[] }).fields.find(
      ({ type }) => type === "art_link",
    ) ?? { name: "" };
    const found = rows(
      await asAdmin(simulator, `/trackers/22/artifacts?query=${queryOf({ [name]: linked?.to })}`),
    );
    assert.ok(found.some(({ id }) => id === linked?.id) && found.length < 100);
  });
});
