import assert from "node:assert/strict";
import type { Revision } from "../../../src/model/revision.ts";
import { bugsId, fieldId, newBug, type Statement, valueOf, type World } from "./world.ts";

/** Writes a title twice in different seconds, so that the first revision is stale. */
async function staleBug(
  world: World,
): Promise<{ id: number; title: number; stale: Revision; fresh: Revision }> {
  const { admin: client, server } = world;
  const title = fieldId(await client.tracker(bugsId), "title");
  const bug = await newBug(client);
  server.clock.advance(5000);
  assert.ok(bug.revision);
  const edit = { kind: "string", text: "second" } as const;
  await client.update(bug.id, { changes: [{ fieldId: title, edit }] }, bug.revision);
  const { revision } = await client.artifact(bug.id);
  assert.ok(revision);
  return { id: bug.id, title, stale: bug.revision, fresh: revision };
}

function titled(
  title: number,
  text: string,
): { changes: readonly [{ fieldId: number; edit: { kind: "string"; text: string } }] } {
  return { changes: [{ fieldId: title, edit: { kind: "string", text } }] };
}

/** The time of the state, for a server that gave a tag as well. */
async function lastModified(world: World, id: number): Promise<string> {
  const key = world.server.accounts.admin.accessKey;
  const answer = await fetch(`${world.api}/artifacts/${id}`, {
    headers: { "X-Auth-AccessKey": key, "Accept-Encoding": "identity" },
  });
  return answer.headers.get("last-modified") ?? assert.fail("no Last-Modified");
}

export const concurrency: readonly Statement[] = [
  {
    section: "Concurrency control",
    says: "GET /artifacts/{id} returns Etag and Last-Modified",
    async holds(world) {
      const bug = await newBug(world.admin);
      assert.equal(bug.revision?.kind, "tag");
      assert.match(await lastModified(world, bug.id), /^\w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT$/);
    },
  },
  {
    section: "Concurrency control",
    says: "PUT accepts If-match, the Etag value previously received",
    async holds(world) {
      const { id, title, fresh } = await staleBug(world);
      await world.admin.update(id, titled(title, "third"), fresh);
      assert.equal(world.lastRequest().headers["if-match"], fresh.kind === "tag" && fresh.tag);
      assert.deepEqual(valueOf(await world.admin.artifact(id), title), { kind: "string", text: "third" });
    },
  },
  {
    section: "Concurrency control",
    says: "PUT accepts If-Unmodified-Since, the Last-Modified value previously received",
    async holds(world) {
      const { id, title } = await staleBug(world);
      const date: Revision = { kind: "date", lastModified: await lastModified(world, id) };
      await world.admin.update(id, titled(title, "by date"), date);
      assert.deepEqual(valueOf(await world.admin.artifact(id), title), { kind: "string", text: "by date" });
      world.server.clock.advance(5000);
      await world.admin.overwrite(id, titled(title, "moved on"));
      await assert.rejects(world.admin.update(id, titled(title, "too late"), date), { kind: "conflict" });
    },
  },
  {
    section: "Concurrency control",
    says: "When the supplied value does not match the current version, the response is 412",
    async holds(world) {
      const { id, title, stale } = await staleBug(world);
      await assert.rejects(world.admin.update(id, titled(title, "over theirs"), stale), { kind: "conflict" });
      assert.deepEqual(valueOf(await world.admin.artifact(id), title), { kind: "string", text: "second" });
    },
  },
  {
    section: "Concurrency control",
    says: "When neither header is sent, no check is made and the artifact is overwritten",
    async holds(world) {
      const { id, title } = await staleBug(world);
      await world.admin.overwrite(id, titled(title, "whatever"));
      const { headers } = world.lastRequest();
      assert.ok(!("if-match" in headers) && !("if-unmodified-since" in headers));
      assert.deepEqual(valueOf(await world.admin.artifact(id), title), { kind: "string", text: "whatever" });
    },
  },
];
