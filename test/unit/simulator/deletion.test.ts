import assert from "node:assert/strict";
import type { Dialect } from "../../simulator/simulator.ts";
import { ask, rows, tell, withKey } from "./asking.ts";
import { idIn } from "./form.ts";
import { perTest } from "./perTest.ts";

const hour = 60 * 60 * 1000;

for (const dialect of ["product", "documented"] satisfies Dialect[]) {
  describe(`simulator: deleting artifacts (${dialect})`, () => {
    const start = perTest();

    it("is for administrators; what is deleted is gone from everywhere", async () => {
      const simulator = await start({ dialect, artifacts: 8 });
      const id = await idIn(simulator, 11, 2);
      const path = `/artifacts/${id}`;
      const as = async (headers: Record<string, string>) =>
        (await tell(simulator, "DELETE", path, undefined, headers)).status;
      assert.equal(await as({}), 401);
      assert.equal(await as(withKey(simulator.accounts.member)), 403);
      const gone = await tell(simulator, "DELETE", path, undefined);
      assert.deepEqual([gone.status, gone.text], [200, ""]);
      assert.equal((await tell(simulator, "GET", path, undefined)).status, 404);
      assert.equal((await tell(simulator, "DELETE", path, undefined)).status, 404);
      const list = await ask(simulator, "/api/trackers/11/artifacts", {
        headers: withKey(simulator.accounts.admin),
      });
      assert.equal(list.headers["x-pagination-size"], "7");
      assert.ok(rows(list).length === 7 && !rows(list).some((row) => row.id === id));
    });

    it("ignores conditions", async () => {
      const simulator = await start({ dialect });
      const headers = { ...withKey(simulator.accounts.admin), "If-Match": "1" };
      const path = `/artifacts/${await idIn(simulator, 11)}`;
      assert.equal((await tell(simulator, "DELETE", path, undefined, headers)).status, 200);
    });

    it("is limited to so many within any 24 hours", async () => {
      const simulator = await start({ dialect, deletionLimit: 2 });
      const remove = async () =>
        tell(simulator, "DELETE", `/artifacts/${await idIn(simulator, 11)}`, undefined);
      const left = ({ headers }: Awaited<ReturnType<typeof remove>>) => headers["x-ratelimit-remaining"];
      const first = await remove();
      simulator.clock.advance(10 * hour);
      const replies = [first, await remove(), await remove()];
      simulator.clock.advance(14 * hour);
      replies.push(await remove(), await remove());
      assert.deepEqual(
        replies.map((reply) => reply.status),
        [200, 200, 429, 200, 429],
      );
      const told = ["1", "0", "0", "0", "0"];
      assert.deepEqual(replies.map(left), dialect === "product" ? told : told.map(() => undefined));
      assert.equal(replies[2]?.headers["retry-after"], undefined);
    });
  });
}

describe("simulator: deleting as the product tells it", () => {
  const start = perTest();

  it("allows 5 unless told otherwise, and says how many are left", async () => {
    const simulator = await start({ dialect: "product" });
    const { headers } = await tell(simulator, "DELETE", `/artifacts/${await idIn(simulator, 11)}`, undefined);
    assert.deepEqual([headers["x-ratelimit-limit"], headers["x-ratelimit-remaining"]], ["5", "4"]);
  });

  it("a limit of 0 forbids it, and a missing right comes before any limit", async () => {
    const simulator = await start({ dialect: "product", deletionLimit: 0 });
    const path = `/artifacts/${await idIn(simulator, 11)}`;
    const admin = await tell(simulator, "DELETE", path, undefined);
    assert.deepEqual([admin.status, admin.headers["x-ratelimit-limit"]], [403, "0"]);
    const member = await tell(simulator, "DELETE", path, undefined, withKey(simulator.accounts.member));
    assert.deepEqual([member.status, member.headers["x-ratelimit-limit"]], [403, undefined]);
  });

  it("numbers go on after what was created and deleted", async () => {
    const simulator = await start({ dialect: "product", artifacts: 3 });
    const post = async () =>
      (
        (
          await tell(simulator, "POST", "/artifacts", {
            tracker: { id: 11 },
            values_by_field: { title: { value: "x" } },
          })
        ).data as {
          readonly id: number;
        }
      ).id;
    const first = await post();
    await tell(simulator, "DELETE", `/artifacts/${first}`, undefined);
    assert.equal(await post(), first + 1);
    assert.equal(await idIn(simulator, 11, 3), first + 1);
  });
});
