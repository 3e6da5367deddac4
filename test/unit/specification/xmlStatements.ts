import assert from "node:assert/strict";
import type { Artifact } from "../../../src/model/artifact.ts";
import {
  bugsTrackerId,
  getChoiceId,
  getFieldId,
  createBug,
  type Statement,
  getValue,
  type SpecificationContext,
} from "./specificationContext.ts";

function createXmlClient(
  context: SpecificationContext,
  fallbacks: string[] = [],
): SpecificationContext["admin"] {
  return context.createClient(
    { kind: "accessKey", key: context.server.accounts.admin.accessKey },
    { format: "xml", onJsonFallback: (request) => fallbacks.push(request) },
  );
}

function toComparable({ values, title, status, version }: Artifact): object {
  return { title, status, version, values };
}

export const xmlStatements: readonly Statement[] = [
  {
    section: "XML mode",
    text: "Accept application/xml receives XML; GET /artifacts/{id} gives the same in both formats",
    async verify(context) {
      const bug = await createBug(context.admin, "In two formats <&>");
      const read = await createXmlClient(context).artifact(bug.id);
      assert.equal(context.getLastRequest().headers["accept"], "application/xml");
      assert.deepEqual(toComparable(read), toComparable(await context.admin.artifact(bug.id)));
    },
  },
  {
    section: "XML mode",
    text: "POST /artifacts: the root element is request, members are child elements, array elements are items",
    async verify(context) {
      const client = createXmlClient(context);
      const tracker = await client.tracker(bugsTrackerId);
      const title = getFieldId(tracker, "title");
      const status = getChoiceId(tracker, "status", "New");
      const { id } = await client.createArtifact(bugsTrackerId, [
        { fieldId: title, edit: { kind: "string", text: "By XML" } },
        { fieldId: getFieldId(tracker, "status"), edit: { kind: "choices", ids: [status] } },
      ]);
      const { body, headers } = context.getLastRequest();
      assert.equal(headers["content-type"], "application/xml");
      assert.match(body, /<request><tracker><id>11<\/id><\/tracker><values><item><field_id>/);
      assert.match(body, new RegExp(`<bind_value_ids><item>${status}</item></bind_value_ids>`));
      assert.deepEqual(getValue(await context.admin.artifact(id), title), { kind: "string", text: "By XML" });
    },
  },
  {
    section: "XML mode",
    text: "PUT /artifacts/{id} takes XML",
    async verify(context) {
      const client = createXmlClient(context);
      const title = getFieldId(await client.tracker(bugsTrackerId), "title");
      const bug = await createBug(context.admin);
      assert.ok(bug.version);
      const edit = { kind: "string", text: "Changed by XML" } as const;
      await client.updateArtifact(bug.id, { changes: [{ fieldId: title, edit }] }, bug.version);
      assert.equal(context.getLastRequest().headers["content-type"], "application/xml");
      assert.deepEqual(getValue(await context.admin.artifact(bug.id), title), {
        kind: "string",
        text: "Changed by XML",
      });
    },
  },
  {
    section: "XML mode",
    text: "Values that XML can't encode are sent as JSON, and reported",
    async verify(context) {
      const fallbacks: string[] = [];
      const client = createXmlClient(context, fallbacks);
      const title = getFieldId(await client.tracker(bugsTrackerId), "title");
      const bug = await createBug(context.admin);
      assert.ok(bug.version);
      const edit = { kind: "string", text: "007" } as const;
      await client.updateArtifact(bug.id, { changes: [{ fieldId: title, edit }] }, bug.version);
      assert.deepEqual(getValue(await context.admin.artifact(bug.id), title), {
        kind: "string",
        text: "007",
      });
      assert.deepEqual(fallbacks, [`PUT artifacts/${bug.id}`]);
    },
  },
  {
    section: "XML mode",
    text: "Other endpoints may not work with XML: they stay JSON",
    async verify(context) {
      await createXmlClient(context).projects(0);
      assert.equal(context.getLastRequest().headers["accept"], "application/json");
    },
  },
];
