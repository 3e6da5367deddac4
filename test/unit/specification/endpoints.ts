import assert from "node:assert/strict";
import type { SvnSettings } from "../../../src/model/svn.ts";
import { bugsId, choiceId, fieldId, newBug, type Statement } from "./world.ts";

const lighthouse = 101;

const settings: SvnSettings = {
  commitRules: { isReferenceMandatory: true, isMessageChangeAllowed: false },
  immutableTags: { paths: ["/tags"], allowed: [] },
  accessFile: "[/]\n* = r",
  notifications: [],
  hasDefaultPermissions: undefined,
  others: {},
};

export const endpoints: readonly Statement[] = [
  {
    section: "Common conventions",
    says: "Requests are sent with Content-type application/json, on GET requests too",
    async holds(world) {
      await world.anonymous.projects(0);
      assert.equal(world.lastRequest().headers["content-type"], "application/json");
    },
  },
  {
    section: "Common conventions",
    says: "The criteria of GET /trackers/{id}/artifacts are sent as a JSON object in the request body",
    async holds(world) {
      const { admin: client } = world;
      const tracker = await client.tracker(bugsId);
      const id = choiceId(tracker, "severity", "Critical");
      await client.find(tracker, [{ kind: "anyOf", field: "severity", ids: [id] }], { offset: 0 });
      const { body, path } = world.lastRequest();
      assert.deepEqual(JSON.parse(body), { severity: { operator: "contains", value: String(id) } });
      assert.match(path, /query=/);
      await client.find(tracker, [{ kind: "anyOf", field: "severity", ids: [id] }], { offset: 0 });
      const later = world.lastRequest();
      // By now it is known which of the two the server reads.
      const isInBody = world.server.dialect === "documented";
      assert.deepEqual([later.body !== "", later.path.includes("query=")], [isInBody, !isInBody]);
    },
  },
  {
    section: "Table",
    says: "POST /tokens with username and password answers the token representation",
    async holds({ anonymous: client, server }) {
      const { username, password } = server.accounts.member;
      assert.equal((await client.requestToken(username, password)).kind, "token");
      assert.deepEqual(await client.requestToken(username, "wrong"), { kind: "rejected" });
    },
  },
  {
    section: "Table",
    says: "GET /projects/{id} answers a project representation",
    async holds({ anonymous: client }) {
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
    says: "GET /projects/{id}/trackers answers the trackers of the project",
    async holds({ member: client }) {
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
    says: "GET /trackers/{id} answers fields and possible value ids",
    async holds({ anonymous: client }) {
      const tracker = await client.tracker(bugsId);
      const status = tracker.fields.find(({ name }) => name === "status");
      assert.ok(status?.choices !== undefined && status.choices.length > 3);
      assert.ok(tracker.structure.length > 0);
    },
  },
  {
    section: "Table",
    says: "GET /artifacts/{id} answers the artifact representation",
    async holds({ admin: client }) {
      const bug = await newBug(client, "Read me");
      assert.deepEqual([bug.title, bug.status], ["Read me", "New"]);
    },
  },
  {
    section: "Table",
    says: "POST /artifacts with tracker and values creates an artifact",
    async holds(world) {
      const bug = await newBug(world.admin, "Created");
      const tracker = await world.admin.tracker(bugsId);
      assert.ok(
        bug.values.some((entry) => entry.kind === "entry" && entry.fieldId === fieldId(tracker, "title")),
      );
    },
  },
  {
    section: "Table",
    says: "DELETE /artifacts/{id} deletes the artifact",
    async holds({ admin: client }) {
      const bug = await newBug(client);
      await client.remove(bug.id, undefined);
      await assert.rejects(client.artifact(bug.id), { kind: "notFound" });
    },
  },
  {
    section: "Table",
    says: "POST /svn with project_id, name and settings creates a repository",
    async holds({ admin: client }) {
      const repository = await client.createSvn(lighthouse, { name: "made-here", settings });
      assert.ok(repository.id > 0);
    },
  },
  {
    section: "Rules per endpoint",
    says: "PUT /svn/{id}: all settings must be provided in every update",
    async holds(world) {
      const { id } = await world.admin.createSvn(lighthouse, { name: "updated-here", settings });
      await world.admin.updateSvn(id, settings);
      const { settings: sent } = JSON.parse(world.lastRequest().body) as { settings: object };
      assert.deepEqual(Object.keys(sent).toSorted(), [
        "access_file",
        "commit_rules",
        "email_notifications",
        "immutable_tags",
      ]);
      const key = world.server.accounts.admin.accessKey;
      const partial = await fetch(`${world.api}/svn/${id}`, {
        method: "PUT",
        headers: { "X-Auth-AccessKey": key, "Content-Type": "application/json" },
        body: JSON.stringify({ settings: { access_file: "" } }),
      });
      assert.equal(partial.status, 400);
    },
  },
  {
    section: "Rules per endpoint",
    says: "DELETE /artifacts/{id}: only tracker administrators may delete artifacts",
    async holds({ admin, member }) {
      const bug = await newBug(admin);
      await assert.rejects(member.remove(bug.id, undefined), { kind: "deletionRefused" });
      assert.equal((await admin.artifact(bug.id)).id, bug.id);
    },
  },
  {
    section: "Rules per endpoint",
    says: "GET /artifact_files/{id}: chunks by offset while offset + limit < size, decoded one by one, in order",
    async holds({ admin: client, server }) {
      const bug = await newBug(client);
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
      const hash = await crypto.subtle.digest("SHA-256", new Uint8Array(await concatenated(download.bytes)));
      assert.deepEqual([download.size, Buffer.from(hash).toString("hex")], [size, file.sha256]);
    },
  },
  {
    section: "Pagination",
    says: "Collection responses are paginated with X-Pagination-Limit, X-Pagination-Size and offset",
    async holds({ anonymous: client }) {
      const tracker = await client.tracker(bugsId);
      const first = await client.artifacts(tracker, { offset: 0 });
      assert.ok(first.next !== undefined && first.size !== undefined && first.size > first.next);
      const second = await client.artifacts(tracker, { offset: first.next });
      const ids = (items: typeof first.items): unknown[] => items.map((item) => item.id);
      assert.deepEqual(
        ids(first.items).filter((id) => ids(second.items).includes(id)),
        [],
      );
    },
  },
  {
    section: "Versioning",
    says: "The base address ends with /api in most examples, with /api/v1 in one",
    async holds(world) {
      const versioned = world.client(undefined, { api: `${world.api}/v1` });
      assert.deepEqual(await versioned.projects(0), await world.anonymous.projects(0));
    },
  },
];

async function concatenated(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  return Buffer.concat(chunks);
}
