import assert from "node:assert/strict";
import type { Dialect } from "../../simulator/simulator.ts";
import { sendRequest, getItems, sendJson, createKeyHeader } from "./sendRequest.ts";
import { fetchArtifactId } from "./trackerFields.ts";
import { useSimulators } from "./useSimulators.ts";

const hour = 60 * 60 * 1000;

for (const dialect of ["product", "documented"] satisfies Dialect[]) {
  describe(`simulator: deleting artifacts (${dialect})`, () => {
    const start = useSimulators();

    it("is allowed for administrators, and removes the artifact everywhere", async () => {
      const simulator = await start({ dialect, artifacts: 8 });
      const id = await fetchArtifactId(simulator, 11, 2);
      const path = `/artifacts/${id}`;
      const as = async (headers: Record<string, string>) =>
        (await sendJson(simulator, "DELETE", path, undefined, headers)).status;
      assert.equal(await as({}), 401);
      assert.equal(await as(createKeyHeader(simulator.accounts.member)), 403);
      const deletedId = await sendJson(simulator, "DELETE", path, undefined);
      assert.deepEqual([deletedId.status, deletedId.text], [200, ""]);
      assert.equal((await sendJson(simulator, "GET", path, undefined)).status, 404);
      assert.equal((await sendJson(simulator, "DELETE", path, undefined)).status, 404);
      const list = await sendRequest(simulator, "/api/trackers/11/artifacts", {
        headers: createKeyHeader(simulator.accounts.admin),
      });
      assert.equal(list.headers["x-pagination-size"], "7");
      assert.ok(getItems(list).length === 7 && !getItems(list).some((row) => row.id === id));
    });

    it("ignores preconditions", async () => {
      const simulator = await start({ dialect });
      const headers = { ...createKeyHeader(simulator.accounts.admin), "If-Match": "1" };
      const path = `/artifacts/${await fetchArtifactId(simulator, 11)}`;
      assert.equal((await sendJson(simulator, "DELETE", path, undefined, headers)).status, 200);
    });

    it("is limited within any 24 hours", async () => {
      const simulator = await start({ dialect, deletionLimit: 2 });
      const remove = async () =>
        sendJson(simulator, "DELETE", `/artifacts/${await fetchArtifactId(simulator, 11)}`, undefined);
      const remaining = ({ headers }: Awaited<ReturnType<typeof remove>>) => headers["x-ratelimit-remaining"];
      const first = await remove();
      simulator.clock.advance(10 * hour);
      const responses = [first, await remove(), await remove()];
      simulator.clock.advance(14 * hour);
      responses.push(await remove(), await remove());
      assert.deepEqual(
        responses.map((response) => response.status),
        [200, 200, 429, 200, 429],
      );
      const expected = ["1", "0", "0", "0", "0"];
      assert.deepEqual(
        responses.map(remaining),
        dialect === "product" ? expected : expected.map(() => undefined),
      );
      assert.equal(responses[2]?.headers["retry-after"], undefined);
    });
  });
}

describe("simulator: deletion limits (product)", () => {
  const start = useSimulators();

  it("default to 5, and each response has the number that is left", async () => {
    const simulator = await start({ dialect: "product" });
    const { headers } = await sendJson(
      simulator,
      "DELETE",
      `/artifacts/${await fetchArtifactId(simulator, 11)}`,
      undefined,
    );
    assert.deepEqual([headers["x-ratelimit-limit"], headers["x-ratelimit-remaining"]], ["5", "4"]);
  });

  it("of 0 disable deletion, and are checked after permissions", async () => {
    const simulator = await start({ dialect: "product", deletionLimit: 0 });
    const path = `/artifacts/${await fetchArtifactId(simulator, 11)}`;
    const admin = await sendJson(simulator, "DELETE", path, undefined);
    assert.deepEqual([admin.status, admin.headers["x-ratelimit-limit"]], [403, "0"]);
    const member = await sendJson(
      simulator,
      "DELETE",
      path,
      undefined,
      createKeyHeader(simulator.accounts.member),
    );
    assert.deepEqual([member.status, member.headers["x-ratelimit-limit"]], [403, undefined]);
  });

  it("don't affect artifact numbers, which continue after created and deleted artifacts", async () => {
    const simulator = await start({ dialect: "product", artifacts: 3 });
    const post = async () =>
      (
        (
          await sendJson(simulator, "POST", "/artifacts", {
            tracker: { id: 11 },
            values_by_field: { title: { value: "x" } },
          })
        ).data as {
          readonly id: number;
        }
      ).id;
    const first = await post();
    await sendJson(simulator, "DELETE", `/artifacts/${first}`, undefined);
    assert.equal(await post(), first + 1);
    assert.equal(await fetchArtifactId(simulator, 11, 3), first + 1);
  });
});
