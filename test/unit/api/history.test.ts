import assert from "node:assert/strict";
import type { Client } from "../../../src/api/client.ts";
import type { Changeset } from "../../../src/model/history.ts";
import type { Page } from "../../../src/model/page.ts";
import { type Dialect, type Simulator, startSimulator } from "../../simulator/simulator.ts";
import { bugsId, fieldId, newBug, World } from "../specification/world.ts";

function read({ items }: Page<Changeset>): readonly Changeset[] {
  return items.map((item) => (item.kind === "changeset" ? item : assert.fail("unreadable")));
}

describe("the history of an artifact, as the client reads it", () => {
  let server: Simulator;
  let world: World;
  let client: Client;

  async function begin(dialect: Dialect): Promise<void> {
    server = await startSimulator({ dialect });
    world = new World(server);
    client = world.admin;
  }
  beforeEach(() => begin("product"));
  afterEach(async () => {
    await world.close();
    await server.close();
  });

  async function history(): Promise<{ id: number; uri: string; title: number }> {
    const { id, changesetsUri } = await newBug(client);
    assert.ok(changesetsUri);
    return { id, uri: changesetsUri, title: fieldId(await client.tracker(bugsId), "title") };
  }

  it("tells who changed what when and what they said, oldest first", async () => {
    const { id, uri, title } = await history();
    server.clock.advance(60_000);
    server.write(id, {
      values: [{ field_id: title, value: "Another title" }],
      comment: { body: "**Why** not", format: "commonmark" },
    });
    server.write(id, { values: [], comment: { body: "<p>So</p>", format: "html" } });
    server.write(id, { values: [], comment: { body: "a < b", format: "text", onlyFor: ["administrators"] } });
    const page = await client.changesets(uri, { offset: 0, limit: 50 });
    const changesets = read(page);
    const { admin, member } = server.accounts;
    assert.deepEqual(
      changesets.map(({ by, comment }) => [by, comment]),
      [
        [{ id: admin.id, label: admin.realName }, undefined],
        [
          { id: member.id, label: member.realName },
          { source: "**Why** not", format: "commonmark", onlyFor: undefined },
        ],
        [
          { id: member.id, label: member.realName },
          { source: "<p>So</p>", format: "html", onlyFor: undefined },
        ],
        [
          { id: member.id, label: member.realName },
          { source: "a < b", format: "text", onlyFor: ["Project administrators"] },
        ],
      ],
    );
    assert.deepEqual(
      changesets.map(({ values }) =>
        values.flatMap((entry) =>
          entry.kind === "entry" && entry.fieldId === title && entry.value.kind === "string"
            ? [entry.value.text]
            : [],
        ),
      ),
      [["A bug of the test's own"], ["Another title"], ["Another title"], ["Another title"]],
    );
    assert.deepEqual([page.size, page.next], [4, undefined]);
    const { values, modifiedOn } = await client.artifact(id);
    assert.deepEqual([changesets.at(-1)?.values, changesets.at(-1)?.on], [values, modifiedOn]);
  });

  it("goes on by what was asked for, although pages come short of what is not for us", async () => {
    const { id, uri } = await history();
    const customer = fieldId(await client.tracker(bugsId), "customer");
    for (const value of ["1", "2", "3"]) server.write(id, { values: [{ field_id: customer, value }] });
    const outsider = world.client({ kind: "accessKey", key: server.accounts.outsider.accessKey });
    const pages = [
      await outsider.changesets(uri, { offset: 0, limit: 2 }),
      await outsider.changesets(uri, { offset: 2, limit: 2 }),
    ];
    assert.deepEqual(
      pages.map(({ items, next, size }) => [items.length, next, size]),
      [
        [1, 2, 4],
        [0, undefined, 4],
      ],
    );
    assert.match(world.lastRequest().path, /[?&]order=asc\b/);
  });

  const odd: readonly (readonly [what: string, element: object, comment: unknown])[] = [
    ["no comment", {}, undefined],
    ["a comment that is none", { last_comment: 7 }, undefined],
    ["an empty one", { last_comment: { body: "", format: "html", commonmark: "" } }, undefined],
    [
      "groups that make no sense",
      { last_comment: { body: "x", format: "text", ugroups: 7 } },
      { source: "x", format: "text", onlyFor: [] },
    ],
    [
      "a group without a name",
      { last_comment: { body: "x", format: "rst", ugroups: [{ id: "1" }, { id: "2", label: "Crew" }] } },
      { source: "x", format: "text", onlyFor: ["Crew"] },
    ],
  ];
  for (const [what, element, comment] of odd) {
    it(`makes the best of ${what}`, async () => {
      const body = JSON.stringify([{ id: 1, values: null, ...element }]);
      server.faults.add({ path: /changesets/, fault: { kind: "status", status: 200, body } });
      assert.deepEqual(await client.changesets("artifacts/1/changesets", { offset: 0, limit: 10 }), {
        items: [{ kind: "changeset", id: 1, by: undefined, on: undefined, comment, values: [] }],
        next: undefined,
        size: undefined,
      });
    });
  }

  it("marks what it can't read, a changeset or a value of one, and keeps the others", async () => {
    const body = JSON.stringify([
      { id: 1, values: [{ field_id: 5, type: "int", value: "many" }] },
      "what?",
      { id: "one" },
      { id: 4 },
    ]);
    server.faults.add({ path: /changesets/, fault: { kind: "status", status: 200, body } });
    const { items } = await client.changesets("artifacts/1/changesets", { offset: 20, limit: 10 });
    const broken = (position: number) => ({ kind: "unreadable", position, id: undefined });
    const bare = { by: undefined, on: undefined, comment: undefined };
    assert.deepEqual(items, [
      { kind: "changeset", id: 1, ...bare, values: [{ kind: "unreadable", position: 0, id: 5 }] },
      broken(21),
      broken(22),
      { kind: "changeset", id: 4, ...bare, values: [] },
    ]);
  });

  it("fails as everything else does, and never asks elsewhere", async () => {
    const page = { offset: 0, limit: 10 };
    await assert.rejects(client.changesets("artifacts/9999999/changesets", page), { kind: "notFound" });
    await assert.rejects(client.changesets("artifacts/1/changesets", { offset: 0, limit: 51 }), {
      kind: "invalid",
    });
    const asked = server.requests.length;
    for (const uri of ["https://evil.example/api/artifacts/1/changesets", "//evil.example/x", "../secret"]) {
      await assert.rejects(client.changesets(uri, page), { kind: "notUnderstood", reason: "foreignAddress" });
    }
    assert.equal(server.requests.length, asked);
    server.faults.add({ path: /changesets/, fault: { kind: "status", status: 200, body: `{"a":1}` } });
    await assert.rejects(client.changesets("artifacts/1/changesets", page), {
      kind: "notUnderstood",
      reason: "shape",
    });
  });

  it("can be called off", async () => {
    server.faults.add({ path: /changesets/, fault: { kind: "hang" } });
    const abort = new AbortController();
    const asked = client.changesets("artifacts/1/changesets", { offset: 0, limit: 10 }, abort.signal);
    abort.abort();
    await assert.rejects(asked, { kind: "cancelled" });
  });

  it("is known to be missing on a server that tells no address of it", async () => {
    await world.close();
    await server.close();
    await begin("documented");
    assert.equal((await newBug(client)).changesetsUri, undefined);
    await assert.rejects(client.changesets("artifacts/1/changesets", { offset: 0, limit: 10 }), {
      kind: "notFound",
    });
  });
});
