import assert from "node:assert/strict";
import type { SvnSettings } from "../../../src/model/svn.ts";
import { bugsTrackerId, getChoiceId, getFieldId, createBug, type Statement } from "./specificationContext.ts";

const lighthouse = 101;

const settings: SvnSettings = {
  commitRules: { isReferenceMandatory: true, isMessageChangeAllowed: false },
  immutableTags: { paths: ["/tags"], allowed: [] },
  accessFile: "[/]\n* = r",
  notifications: [],
  hasDefaultPermissions: undefined,
  others: {},
};

export const endpointStatements: readonly Statement[] = [
  {
    section: "Common conventions",
    text: "Requests are sent with Content-type application/json, on GET requests too",
    async verify(context) {
      await context.anonymous.projects(0);
      assert.equal(context.getLastRequest().headers["content-type"], "application/json");
    },
  },
  {
    section: "Common conventions",
    text: "The criteria of GET /trackers/{id}/artifacts are sent as a JSON object in the request body",
    async verify(context) {
      const { admin: client } = context;
      const tracker = await client.tracker(bugsTrackerId);
      const id = getChoiceId(tracker, "severity", "Critical");
      await client.findArtifacts(tracker, [{ kind: "anyOf", field: "severity", ids: [id] }], { offset: 0 });
      const { body, path } = context.getLastRequest();
      assert.deepEqual(JSON.parse(body), { severity: { operator: "contains", value: String(id) } });
      assert.match(path, /query=/);
      await client.findArtifacts(tracker, [{ kind: "anyOf", field: "severity", ids: [id] }], { offset: 0 });
      const secondRequest = context.getLastRequest();
      // By now the client has detected which of the two the server reads.
      const isInBody = context.server.dialect === "documented";
      assert.deepEqual(
        [secondRequest.body !== "", secondRequest.path.includes("query=")],
        [isInBody, !isInBody],
      );
    },
  },
  {
    section: "Table",
    text: "POST /tokens with username and password returns the token representation",
    async verify({ anonymous: client, server }) {
      const { username, password } = server.accounts.member;
      assert.equal((await client.requestToken(username, password)).kind, "token");
      assert.deepEqual(await client.requestToken(username, "wrong"), { kind: "rejected" });
    },
  },
  {
    section: "Table",
    text: "GET /projects/{id} returns a project representation",
    async verify({ anonymous: client }) {
      const [listed] = (await client.projects(0)).items;
      assert.ok(listed?.kind === "project");
      const project = await client.project(listed.id);
      assert.deepEqual(
        [project.id, project.label, project.shortName],
        [listed.id, listed.label, listed.shortName],
      );
    },
  },
  {
    section: "Table",
    text: "GET /projects/{id}/trackers returns the trackers of the project",
    async verify({ member: client }) {
      const { items } = await client.trackers(await client.project(lighthouse), 0);
      assert.deepEqual(items.flatMap((item) => (item.kind === "tracker" ? item.label : [])).toSorted(), [
        "Epics",
        "Tasks",
        "User Stories",
      ]);
    },
  },
  {
    section: "Table",
    text: "GET /trackers/{id} returns fields and possible value ids",
    async verify({ anonymous: client }) {
      const tracker = await client.tracker(bugsTrackerId);
      const status = tracker.fields.find(({ name }) => name === "status");
      assert.ok(status?.choices !== undefined && status.choices.length > 3);
      assert.ok(tracker.structure.length > 0);
    },
  },
  {
    section: "Table",
    text: "GET /artifacts/{id} returns the artifact representation",
    async verify({ admin: client }) {
      const bug = await createBug(client, "Read me");
      assert.deepEqual([bug.title, bug.status], ["Read me", "New"]);
    },
  },
  {
    section: "Table",
    text: "POST /artifacts with tracker and values creates an artifact",
    async verify(context) {
      const bug = await createBug(context.admin, "Created");
      const tracker = await context.admin.tracker(bugsTrackerId);
      assert.ok(
        bug.values.some((entry) => entry.kind === "entry" && entry.fieldId === getFieldId(tracker, "title")),
      );
    },
  },
  {
    section: "Table",
    text: "DELETE /artifacts/{id} deletes the artifact",
    async verify({ admin: client }) {
      const bug = await createBug(client);
      await client.deleteArtifact(bug.id, undefined);
      await assert.rejects(client.artifact(bug.id), { kind: "notFound" });
    },
  },
  {
    section: "Table",
    text: "POST /svn with project_id, name and settings creates a repository",
    async verify({ admin: client }) {
      const repository = await client.createSvnRepository(lighthouse, { name: "made-here", settings });
      assert.ok(repository.id > 0);
    },
  },
  {
    section: "Rules per endpoint",
    text: "PUT /svn/{id}: all settings must be provided in every update",
    async verify(context) {
      const { id } = await context.admin.createSvnRepository(lighthouse, { name: "updated-here", settings });
      await context.admin.updateSvnSettings(id, settings);
      const { settings: sent } = JSON.parse(context.getLastRequest().body) as { settings: object };
      assert.deepEqual(Object.keys(sent).toSorted(), [
        "access_file",
        "commit_rules",
        "email_notifications",
        "immutable_tags",
      ]);
      const key = context.server.accounts.admin.accessKey;
      const partial = await fetch(`${context.api}/svn/${id}`, {
        method: "PUT",
        headers: { "X-Auth-AccessKey": key, "Content-Type": "application/json" },
        body: JSON.stringify({ settings: { access_file: "" } }),
      });
      assert.equal(partial.status, 400);
    },
  },
  {
    section: "Rules per endpoint",
    text: "DELETE /artifacts/{id}: only tracker administrators may delete artifacts",
    async verify({ admin, member }) {
      const bug = await createBug(admin);
      await assert.rejects(member.deleteArtifact(bug.id, undefined), { kind: "deletionRefused" });
      assert.equal((await admin.artifact(bug.id)).id, bug.id);
    },
  },
  {
    section: "Rules per endpoint",
    text: "GET /artifact_files/{id}: chunks by offset while offset + limit < size, decoded one by one, in order",
    async verify({ admin: client, server }) {
      const bug = await createBug(client);
      const size = 3 * 1024 * 1024 + 7;
      const file = server.addFile({
        artifactId: bug.id,
        name: "core.bin",
        type: "application/octet-stream",
        size,
      });
      const download = await client.download({
        id: file.id,
        name: "core.bin",
        type: "application/octet-stream",
        size,
        description: "",
        page: undefined,
      });
      const hash = await crypto.subtle.digest("SHA-256", new Uint8Array(await concatenate(download.bytes)));
      assert.deepEqual([download.size, Buffer.from(hash).toString("hex")], [size, file.sha256]);
    },
  },
  {
    section: "Pagination",
    text: "Collection responses are paginated with X-Pagination-Limit, X-Pagination-Size and offset",
    async verify({ anonymous: client }) {
      const tracker = await client.tracker(bugsTrackerId);
      const first = await client.artifacts(tracker, { offset: 0 });
      assert.ok(
        first.nextOffset !== undefined && first.total !== undefined && first.total > first.nextOffset,
      );
      const second = await client.artifacts(tracker, { offset: first.nextOffset });
      const ids = (items: typeof first.items): unknown[] => items.map((item) => item.id);
      assert.deepEqual(
        ids(first.items).filter((id) => ids(second.items).includes(id)),
        [],
      );
    },
  },
  {
    section: "Versioning",
    text: "The base address ends with /api in most examples, with /api/v1 in one",
    async verify(context) {
      const versioned = context.createClient(undefined, { api: `${context.api}/v1` });
      assert.deepEqual(await versioned.projects(0), await context.anonymous.projects(0));
    },
  },
];

async function concatenate(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  return Buffer.concat(chunks);
}
