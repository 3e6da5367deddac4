import assert from "node:assert/strict";
import type { Artifact } from "../../../src/model/artifact.ts";
import { bugsId, choiceId, fieldId, newBug, type Statement, valueOf, type World } from "./world.ts";

function xmlClient(world: World, noted: string[] = []): World["admin"] {
  return world.client(
    { kind: "accessKey", key: world.server.accounts.admin.accessKey },
    { format: "xml", noteJsonInstead: (request) => noted.push(request) },
  );
}

function comparable({ values, title, status, revision }: Artifact): object {
  return { title, status, revision, values };
}

export const xmlMode: readonly Statement[] = [
  {
    section: "XML mode",
    says: "Accept application/xml receives XML; GET /artifacts/{id} gives the same in both formats",
    async holds(world) {
      const bug = await newBug(world.admin, "In two formats <&>");
      const read = await xmlClient(world).artifact(bug.id);
      assert.equal(world.lastRequest().headers["accept"], "application/xml");
      assert.deepEqual(comparable(read), comparable(await world.admin.artifact(bug.id)));
    },
  },
  {
    section: "XML mode",
    says: "POST /artifacts: the root element is request, members are child elements, array elements are items",
    async holds(world) {
      const client = xmlClient(world);
      const tracker = await client.tracker(bugsId);
      const title = fieldId(tracker, "title");
      const status = choiceId(tracker, "status", "New");
      const { id } = await client.create(bugsId, [
        { fieldId: title, edit: { kind: "string", text: "By XML" } },
        { fieldId: fieldId(tracker, "status"), edit: { kind: "choices", ids: [status] } },
      ]);
      const { body, headers } = world.lastRequest();
      assert.equal(headers["content-type"], "application/xml");
      assert.match(body, /<request><tracker><id>11<\/id><\/tracker><values><item><field_id>/);
      assert.match(body, new RegExp(`<bind_value_ids><item>${status}</item></bind_value_ids>`));
      assert.deepEqual(valueOf(await world.admin.artifact(id), title), { kind: "string", text: "By XML" });
    },
  },
  {
    section: "XML mode",
    says: "PUT /artifacts/{id} takes XML",
    async holds(world) {
      const client = xmlClient(world);
      const title = fieldId(await client.tracker(bugsId), "title");
      const bug = await newBug(world.admin);
      assert.ok(bug.revision);
      const edit = { kind: "string", text: "Changed by XML" } as const;
      await client.update(bug.id, { changes: [{ fieldId: title, edit }] }, bug.revision);
      assert.equal(world.lastRequest().headers["content-type"], "application/xml");
      assert.deepEqual(valueOf(await world.admin.artifact(bug.id), title), {
        kind: "string",
        text: "Changed by XML",
      });
    },
  },
  {
    section: "XML mode",
    says: "What XML can't carry is sent as JSON, and noted",
    async holds(world) {
      const noted: string[] = [];
      const client = xmlClient(world, noted);
      const title = fieldId(await client.tracker(bugsId), "title");
      const bug = await newBug(world.admin);
      assert.ok(bug.revision);
      const edit = { kind: "string", text: "007" } as const;
      await client.update(bug.id, { changes: [{ fieldId: title, edit }] }, bug.revision);
      assert.deepEqual(valueOf(await world.admin.artifact(bug.id), title), { kind: "string", text: "007" });
      assert.deepEqual(noted, [`PUT artifacts/${bug.id}`]);
    },
  },
  {
    section: "XML mode",
    says: "Other endpoints may not work with XML: they stay JSON",
    async holds(world) {
      await xmlClient(world).projects(0);
      assert.equal(world.lastRequest().headers["accept"], "application/json");
    },
  },
];
