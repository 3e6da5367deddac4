import assert from "node:assert/strict";
import type { Simulator } from "../../simulator/simulator.ts";
import { ask, tell, withKey } from "./asking.ts";
import { formOf, idIn } from "./form.ts";
import { perTest } from "./perTest.ts";

describe("simulator: links as resources", () => {
  const start = perTest();

  async function linkedBug(simulator: Simulator) {
    const form = await formOf(simulator, 11);
    const create = async (links: readonly object[]): Promise<number> => {
      const { data } = await tell(simulator, "POST", "/artifacts", {
        tracker: { id: 11 },
        values: [
          { field_id: form.id("title"), value: "A bug" },
          { field_id: form.id("related"), links },
        ],
      });
      return (data as { readonly id: number }).id;
    };
    const [plain, child] = [await create([]), await create([])];
    const id = await create([{ id: plain }, { id: child, type: "_is_child" }]);
    return { id, plain, child };
  }

  function read(simulator: Simulator, path: string, role: "admin" | "outsider" = "admin") {
    return ask(simulator, `/api/artifacts/${path}`, { headers: withKey(simulator.accounts[role]) });
  }

  it("are told by kind and direction, each with its address", async () => {
    const simulator = await start({ dialect: "product" });
    const { id, child } = await linkedBug(simulator);
    const address = (of: number, nature: string, direction: string): string =>
      `artifacts/${of}/linked_artifacts?nature=${nature}&direction=${direction}`;
    assert.deepEqual((await read(simulator, `${id}/links`)).data, {
      natures: [
        { shortname: "", direction: "forward", label: "is Linked to", uri: address(id, "", "forward") },
        {
          shortname: "_is_child",
          direction: "forward",
          label: "Child",
          uri: address(id, "_is_child", "forward"),
        },
      ],
    });
    assert.deepEqual((await read(simulator, `${child}/links`)).data, {
      natures: [
        {
          shortname: "_is_child",
          direction: "reverse",
          label: "Parent",
          uri: address(child, "_is_child", "reverse"),
        },
      ],
    });
  });

  it("lead to whole artifacts, in pages", async () => {
    const simulator = await start({ dialect: "product" });
    const { id, plain, child } = await linkedBug(simulator);
    const ids = async (path: string): Promise<readonly number[]> => {
      const { data } = await read(simulator, path);
      return (data as { readonly collection: readonly { readonly id: number }[] }).collection.map(
        (each) => each.id,
      );
    };
    assert.deepEqual(await ids(`${id}/linked_artifacts?direction=forward`), [plain]);
    assert.deepEqual(await ids(`${id}/linked_artifacts?direction=forward&nature=_is_child`), [child]);
    assert.deepEqual(await ids(`${child}/linked_artifacts?direction=reverse&nature=_is_child`), [id]);
    assert.deepEqual(await ids(`${id}/linked_artifacts?direction=forward&offset=1`), []);
  });

  it("leave out what the viewer may not read, but count it", async () => {
    const simulator = await start({ dialect: "product" });
    const { id } = await linkedBug(simulator);
    const form = await formOf(simulator, 11);
    const hidden = await idIn(simulator, 22);
    simulator.write(id, {
      values: [{ field_id: form.id("related"), links: [{ id: hidden }] }],
      by: simulator.accounts.admin,
    });
    const reply = await read(simulator, `${id}/linked_artifacts?direction=forward`, "outsider");
    assert.deepEqual([reply.data, reply.headers["x-pagination-size"]], [{ collection: [] }, "1"]);
  });

  it("need a direction", async () => {
    const simulator = await start({ dialect: "product" });
    const id = await idIn(simulator, 11);
    assert.equal((await read(simulator, `${id}/linked_artifacts`)).status, 400);
    assert.equal((await read(simulator, `${id}/linked_artifacts?direction=up`)).status, 400);
    assert.equal((await read(simulator, "9999999/links")).status, 404);
  });

  it("documented: are not there", async () => {
    const simulator = await start({ dialect: "documented" });
    const id = await idIn(simulator, 11);
    assert.equal((await read(simulator, `${id}/links`)).status, 404);
    assert.equal((await read(simulator, `${id}/linked_artifacts?direction=forward`)).status, 404);
  });
});
