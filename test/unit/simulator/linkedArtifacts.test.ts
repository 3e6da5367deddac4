import assert from "node:assert/strict";
import type { Simulator } from "../../simulator/simulator.ts";
import { sendRequest, sendJson, createKeyHeader } from "./sendRequest.ts";
import { fetchTrackerFields, fetchArtifactId } from "./trackerFields.ts";
import { useSimulators } from "./useSimulators.ts";

describe("simulator: linked artifacts", () => {
  const start = useSimulators();

  async function createLinkedBug(simulator: Simulator) {
    const trackerFields = await fetchTrackerFields(simulator, 11);
    const create = async (links: readonly object[]): Promise<number> => {
      const { data } = await sendJson(simulator, "POST", "/artifacts", {
        tracker: { id: 11 },
        values: [
          { field_id: trackerFields.getFieldId("title"), value: "A bug" },
          { field_id: trackerFields.getFieldId("related"), links },
        ],
      });
      return (data as { readonly id: number }).id;
    };
    const [untypedId, childId] = [await create([]), await create([])];
    const id = await create([{ id: untypedId }, { id: childId, type: "_is_child" }]);
    return { id, untypedId, childId };
  }

  function fetchLinks(simulator: Simulator, path: string, role: "admin" | "outsider" = "admin") {
    return sendRequest(simulator, `/api/artifacts/${path}`, {
      headers: createKeyHeader(simulator.accounts[role]),
    });
  }

  it("are listed by link type and direction, each with its URL", async () => {
    const simulator = await start({ dialect: "product" });
    const { id, childId } = await createLinkedBug(simulator);
    const address = (of: number, nature: string, direction: string): string =>
      `artifacts/${of}/linked_artifacts?nature=${nature}&direction=${direction}`;
    assert.deepEqual((await fetchLinks(simulator, `${id}/links`)).data, {
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
    assert.deepEqual((await fetchLinks(simulator, `${childId}/links`)).data, {
      natures: [
        {
          shortname: "_is_child",
          direction: "reverse",
          label: "Parent",
          uri: address(childId, "_is_child", "reverse"),
        },
      ],
    });
  });

  it("are whole artifacts, in pages", async () => {
    const simulator = await start({ dialect: "product" });
    const { id, untypedId, childId } = await createLinkedBug(simulator);
    const ids = async (path: string): Promise<readonly number[]> => {
      const { data } = await fetchLinks(simulator, path);
      return (data as { readonly collection: readonly { readonly id: number }[] }).collection.map(
        (each) => each.id,
      );
    };
    assert.deepEqual(await ids(`${id}/linked_artifacts?direction=forward`), [untypedId]);
    assert.deepEqual(await ids(`${id}/linked_artifacts?direction=forward&nature=_is_child`), [childId]);
    assert.deepEqual(await ids(`${childId}/linked_artifacts?direction=reverse&nature=_is_child`), [id]);
    assert.deepEqual(await ids(`${id}/linked_artifacts?direction=forward&offset=1`), []);
  });

  it("are omitted if the viewer can't read them, but counted", async () => {
    const simulator = await start({ dialect: "product" });
    const { id } = await createLinkedBug(simulator);
    const trackerFields = await fetchTrackerFields(simulator, 11);
    const unreadableId = await fetchArtifactId(simulator, 22);
    simulator.updateArtifact(id, {
      values: [{ field_id: trackerFields.getFieldId("related"), links: [{ id: unreadableId }] }],
      by: simulator.accounts.admin,
    });
    const response = await fetchLinks(simulator, `${id}/linked_artifacts?direction=forward`, "outsider");
    assert.deepEqual([response.data, response.headers["x-pagination-size"]], [{ collection: [] }, "1"]);
  });

  it("require a direction", async () => {
    const simulator = await start({ dialect: "product" });
    const id = await fetchArtifactId(simulator, 11);
    assert.equal((await fetchLinks(simulator, `${id}/linked_artifacts`)).status, 400);
    assert.equal((await fetchLinks(simulator, `${id}/linked_artifacts?direction=up`)).status, 400);
    assert.equal((await fetchLinks(simulator, "9999999/links")).status, 404);
  });

  it("documented: don't exist", async () => {
    const simulator = await start({ dialect: "documented" });
    const id = await fetchArtifactId(simulator, 11);
    assert.equal((await fetchLinks(simulator, `${id}/links`)).status, 404);
    assert.equal((await fetchLinks(simulator, `${id}/linked_artifacts?direction=forward`)).status, 404);
  });
});
