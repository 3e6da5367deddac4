import assert from "node:assert/strict";
import type { Dialect } from "../../simulator/simulator.ts";
import { getError, sendJson, createKeyHeader } from "./sendRequest.ts";
import { fetchArtifact, fetchTrackerFields, fetchArtifactId } from "./trackerFields.ts";
import { useSimulators } from "./useSimulators.ts";

interface Link {
  readonly id: number;
  readonly type: string | null;
}

for (const dialect of ["product", "documented"] satisfies Dialect[]) {
  describe(`simulator: writing links (${dialect})`, () => {
    const start = useSimulators();

    async function setUp() {
      const simulator = await start({ dialect });
      const field = (await fetchTrackerFields(simulator, 11)).getFieldId("related");
      const [ownId = 0, firstId = 0, secondId = 0] = await Promise.all(
        [50, 51, 52].map((place) => fetchArtifactId(simulator, 11, place)),
      );
      const put = (entry: object, account = simulator.accounts.admin) =>
        sendJson(
          simulator,
          "PUT",
          `/artifacts/${ownId}`,
          { values: [{ field_id: field, ...entry }] },
          createKeyHeader(account),
        );
      const fetchLinks = async (id: number, member: "links" | "reverse_links") => {
        const entry = (await fetchArtifact(simulator, id)).entry(field);
        const links = (entry?.[member] ?? []) as readonly Link[];
        return links.map((link): readonly [number, string] => [link.id, link.type ?? ""]);
      };
      return { simulator, field, ownId, firstId, secondId, put, fetchLinks };
    }

    it("replaces the previous list, and updates the reverse links immediately", async () => {
      const { ownId, firstId, secondId, put, fetchLinks } = await setUp();
      assert.equal(
        (
          await put({
            links: [
              { id: firstId, type: "_is_child" },
              { id: secondId, type: "custom" },
            ],
          })
        ).status,
        200,
      );
      assert.deepEqual(await fetchLinks(ownId, "links"), [
        [firstId, "_is_child"],
        [secondId, "custom"],
      ]);
      assert.ok(
        (await fetchLinks(firstId, "reverse_links")).some(
          ([id, type]) => id === ownId && type === "_is_child",
        ),
      );
      await put({ links: [{ id: secondId }] });
      assert.deepEqual(await fetchLinks(ownId, "links"), [[secondId, ""]]);
      assert.ok(!(await fetchLinks(firstId, "reverse_links")).some(([id]) => id === ownId));
      await put({ links: [] });
      assert.deepEqual(await fetchLinks(ownId, "links"), []);
    });

    it("removes initial links that are omitted", async () => {
      const { simulator, fetchLinks } = await setUp();
      const field = (await fetchTrackerFields(simulator, 11)).getFieldId("related");
      const from = await fetchArtifactId(simulator, 11, 5);
      const target = (await fetchLinks(from, "links"))[0]?.[0] ?? 0;
      assert.ok((await fetchLinks(target, "reverse_links")).some(([id]) => id === from));
      await sendJson(simulator, "PUT", `/artifacts/${from}`, { values: [{ field_id: field, links: [] }] });
      assert.ok(!(await fetchLinks(target, "reverse_links")).some(([id]) => id === from));
    });

    it("rejects links to unknown artifacts and to the artifact itself", async () => {
      const { ownId, put, fetchLinks } = await setUp();
      const before = await fetchLinks(ownId, "links");
      for (const id of [9_999_999, ownId]) {
        assert.match(getError(await put({ links: [{ id }] }))[1] ?? "", /^Bad Request: Related bugs: .*\n$/);
      }
      assert.deepEqual(await fetchLinks(ownId, "links"), before);
    });

    it("keeps links that the user can't read", async () => {
      const { simulator, ownId, firstId, put, fetchLinks } = await setUp();
      const unreadableId = await fetchArtifactId(simulator, 11, 5);
      assert.equal((await put({ links: [{ id: unreadableId }] })).status, 200);
      assert.equal((await put({ links: [{ id: firstId }] }, simulator.accounts.member)).status, 200);
      assert.deepEqual(await fetchLinks(ownId, "links"), [
        [unreadableId, ""],
        [firstId, ""],
      ]);
    });

    it("removes the links of a deleted artifact", async () => {
      const { simulator, ownId, firstId, put, fetchLinks } = await setUp();
      await put({ links: [{ id: firstId }] });
      await sendJson(simulator, "DELETE", `/artifacts/${ownId}`, undefined);
      assert.ok(!(await fetchLinks(firstId, "reverse_links")).some(([id]) => id === ownId));
    });
  });
}

describe("simulator: writing links as only the product does", () => {
  const start = useSimulators();

  async function setUp() {
    const simulator = await start({ dialect: "product" });
    const trackerFields = await fetchTrackerFields(simulator, 22);
    const field = trackerFields.getFieldId("tasks");
    const story = await fetchArtifactId(simulator, 22, 3);
    const otherId = await fetchArtifactId(simulator, 21, 7);
    const put = (entry: object) =>
      sendJson(simulator, "PUT", `/artifacts/${story}`, { values: [{ field_id: field, ...entry }] });
    const fetchLinks = async () => {
      const entry = (await fetchArtifact(simulator, story)).entry(field);
      const { links = [], reverse_links: reverse = [] } = entry as {
        links?: readonly Link[];
        reverse_links?: readonly Link[];
      };
      return { links, reverse };
    };
    return { simulator, field, story, otherId, put, fetchLinks };
  }

  it("stores a parent at the other end: a new version there, none here, and children are kept", async () => {
    const { simulator, story, otherId, put, fetchLinks } = await setUp();
    const before = await fetchLinks();
    assert.equal((await put({ parent: { id: otherId } })).status, 200);
    const after = await fetchLinks();
    assert.deepEqual(after.links, before.links);
    assert.deepEqual(
      after.reverse.map(({ id, type }) => [id, type]),
      [...before.reverse.map(({ id, type }) => [id, type]), [otherId, "_is_child"]],
    );
    assert.deepEqual(
      [simulator.getChangesets(story).length, simulator.getChangesets(otherId).length],
      [0, 1],
    );
  });

  it("replaces links of both directions with all_links", async () => {
    const { simulator, otherId, put, fetchLinks } = await setUp();
    const taskId = await fetchArtifactId(simulator, 23, 9);
    const all = [
      { id: otherId, direction: "reverse", type: "_is_child" },
      { id: taskId, direction: "forward", type: "" },
    ];
    assert.equal((await put({ all_links: all })).status, 200);
    const { links, reverse } = await fetchLinks();
    assert.deepEqual(
      [links.map((link) => [link.id, link.type]), reverse.map((link) => [link.id, link.type])],
      [[[taskId, null]], [[otherId, "_is_child"]]],
    );
    assert.equal((await put({ all_links: all, links: [] })).status, 400);
    assert.equal((await put({ all_links: [{ id: otherId, direction: "up", type: "" }] })).status, 400);
    assert.equal((await put({ all_links: [{ id: otherId, direction: "reverse" }] })).status, 400);
    assert.equal((await put({})).status, 400);
  });

  it("rejects an undefined type", async () => {
    const { otherId, put } = await setUp();
    assert.match(
      getError(await put({ links: [{ id: otherId, type: "nope" }] }))[1] ?? "",
      /^Bad Request: .*"nope".*\n$/,
    );
  });

  it("accepts links and a parent for a new artifact", async () => {
    const { simulator, field, otherId } = await setUp();
    const title = (await fetchTrackerFields(simulator, 22)).getFieldId("i_want_to");
    const taskId = await fetchArtifactId(simulator, 23, 9);
    const values = [
      { field_id: title, value: "x" },
      { field_id: field, links: [{ id: taskId }], parent: { id: otherId } },
    ];
    const { data } = await sendJson(simulator, "POST", "/artifacts", { tracker: { id: 22 }, values });
    const { entry } = await fetchArtifact(simulator, (data as { readonly id: number }).id);
    assert.partialDeepStrictEqual(entry(field), {
      links: [{ id: taskId }],
      reverse_links: [{ id: otherId }],
    });
  });
});
