import assert from "node:assert/strict";
import type { Client } from "../../../src/api/client.ts";
import type { Changeset } from "../../../src/model/history.ts";
import type { CollectionPage } from "../../../src/model/collectionPage.ts";
import { type Dialect, type Simulator, startSimulator } from "../../simulator/simulator.ts";
import {
  bugsTrackerId,
  getFieldId,
  createBug,
  SpecificationContext,
} from "../specification/specificationContext.ts";

function getChangesets({ items }: CollectionPage<Changeset>): readonly Changeset[] {
  return items.map((item) => (item.kind === "changeset" ? item : assert.fail("unreadable")));
}

describe("changesets", () => {
  let server: Simulator;
  let context: SpecificationContext;
  let client: Client;

  async function start(dialect: Dialect): Promise<void> {
    server = await startSimulator({ dialect });
    context = new SpecificationContext(server);
    client = context.admin;
  }
  beforeEach(() => start("product"));
  afterEach(async () => {
    await context.close();
    await server.close();
  });

  async function createHistory(): Promise<{ id: number; uri: string; title: number }> {
    const { id, changesetsUri } = await createBug(client);
    assert.ok(changesetsUri);
    return { id, uri: changesetsUri, title: getFieldId(await client.tracker(bugsTrackerId), "title") };
  }

  it("have author, time, values and comment, oldest first", async () => {
    const { id, uri, title } = await createHistory();
    server.clock.advance(60_000);
    server.updateArtifact(id, {
      values: [{ field_id: title, value: "Another title" }],
      comment: { body: "**Why** not", format: "commonmark" },
    });
    server.updateArtifact(id, { values: [], comment: { body: "<p>So</p>", format: "html" } });
    server.updateArtifact(id, {
      values: [],
      comment: { body: "a < b", format: "text", visibleTo: ["administrators"] },
    });
    const page = await client.changesets(uri, { offset: 0, limit: 50 });
    const changesets = getChangesets(page);
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
    assert.deepEqual([page.total, page.nextOffset], [4, undefined]);
    const { values, modifiedOn } = await client.artifact(id);
    assert.deepEqual([changesets.at(-1)?.values, changesets.at(-1)?.on], [values, modifiedOn]);
  });

  it("are paginated by the requested limit, although invisible ones are left out", async () => {
    const { id, uri } = await createHistory();
    const customer = getFieldId(await client.tracker(bugsTrackerId), "customer");
    for (const value of ["1", "2", "3"]) {
      server.updateArtifact(id, { values: [{ field_id: customer, value }] });
    }
    const outsider = context.createClient({ kind: "accessKey", key: server.accounts.outsider.accessKey });
    const pages = [
      await outsider.changesets(uri, { offset: 0, limit: 2 }),
      await outsider.changesets(uri, { offset: 2, limit: 2 }),
    ];
    assert.deepEqual(
      pages.map(({ items, nextOffset, total }) => [items.length, nextOffset, total]),
      [
        [1, 2, 4],
        [0, undefined, 4],
      ],
    );
    assert.match(context.getLastRequest().path, /[?&]order=asc\b/);
  });

  const unusual: readonly (readonly [what: string, element: object, comment: unknown])[] = [
    ["no comment", {}, undefined],
    ["an invalid comment", { last_comment: 7 }, undefined],
    ["an empty comment", { last_comment: { body: "", format: "html", commonmark: "" } }, undefined],
    [
      "invalid groups",
      { last_comment: { body: "x", format: "text", ugroups: 7 } },
      { source: "x", format: "text", onlyFor: [] },
    ],
    [
      "a group without a name",
      { last_comment: { body: "x", format: "rst", ugroups: [{ id: "1" }, { id: "2", label: "Crew" }] } },
      { source: "x", format: "text", onlyFor: ["Crew"] },
    ],
  ];
  for (const [what, element, comment] of unusual) {
    it(`are read with ${what}`, async () => {
      const body = JSON.stringify([{ id: 1, values: null, ...element }]);
      server.faults.add({ path: /changesets/, fault: { kind: "status", status: 200, body } });
      assert.deepEqual(await client.changesets("artifacts/1/changesets", { offset: 0, limit: 10 }), {
        items: [{ kind: "changeset", id: 1, by: undefined, on: undefined, comment, values: [] }],
        nextOffset: undefined,
        total: undefined,
      });
    });
  }

  it("are marked if they or one of their values are unreadable", async () => {
    const body = JSON.stringify([
      { id: 1, values: [{ field_id: 5, type: "int", value: "many" }] },
      "what?",
      { id: "one" },
      { id: 4 },
    ]);
    server.faults.add({ path: /changesets/, fault: { kind: "status", status: 200, body } });
    const { items } = await client.changesets("artifacts/1/changesets", { offset: 20, limit: 10 });
    const createUnreadable = (position: number) => ({ kind: "unreadable", position, id: undefined });
    const noDetails = { by: undefined, on: undefined, comment: undefined };
    assert.deepEqual(items, [
      { kind: "changeset", id: 1, ...noDetails, values: [{ kind: "unreadable", position: 0, id: 5 }] },
      createUnreadable(21),
      createUnreadable(22),
      { kind: "changeset", id: 4, ...noDetails, values: [] },
    ]);
  });

  it("fail like other requests, and aren't requested from other origins", async () => {
    const page = { offset: 0, limit: 10 };
    await assert.rejects(client.changesets("artifacts/9999999/changesets", page), { kind: "notFound" });
    await assert.rejects(client.changesets("artifacts/1/changesets", { offset: 0, limit: 51 }), {
      kind: "invalidRequest",
    });
    const requestCount = server.requests.length;
    for (const uri of ["https://evil.example/api/artifacts/1/changesets", "//evil.example/x", "../secret"]) {
      await assert.rejects(client.changesets(uri, page), {
        kind: "unexpectedResponse",
        reason: "foreignUrl",
      });
    }
    assert.equal(server.requests.length, requestCount);
    server.faults.add({ path: /changesets/, fault: { kind: "status", status: 200, body: `{"a":1}` } });
    await assert.rejects(client.changesets("artifacts/1/changesets", page), {
      kind: "unexpectedResponse",
      reason: "shape",
    });
  });

  it("can be canceled", async () => {
    server.faults.add({ path: /changesets/, fault: { kind: "hang" } });
    const abort = new AbortController();
    const fetching = client.changesets("artifacts/1/changesets", { offset: 0, limit: 10 }, abort.signal);
    abort.abort();
    await assert.rejects(fetching, { kind: "canceled" });
  });

  it("are missing on a server that returns no URI for them", async () => {
    await context.close();
    await server.close();
    await start("documented");
    assert.equal((await createBug(client)).changesetsUri, undefined);
    await assert.rejects(client.changesets("artifacts/1/changesets", { offset: 0, limit: 10 }), {
      kind: "notFound",
    });
  });
});
