import assert from "node:assert/strict";
import type { ArtifactVersion } from "../../../src/model/artifactVersion.ts";
import {
  bugsTrackerId,
  getFieldId,
  createBug,
  type Statement,
  getValue,
  type SpecificationContext,
} from "./specificationContext.ts";

/** Writes a title twice in different seconds, so that the first version is stale. */
async function createBugWithStaleVersion(
  context: SpecificationContext,
): Promise<{ id: number; title: number; stale: ArtifactVersion; fresh: ArtifactVersion }> {
  const { admin: client, server } = context;
  const title = getFieldId(await client.tracker(bugsTrackerId), "title");
  const bug = await createBug(client);
  server.clock.advance(5000);
  assert.ok(bug.version);
  const edit = { kind: "string", text: "second" } as const;
  await client.updateArtifact(bug.id, { changes: [{ fieldId: title, edit }] }, bug.version);
  const { version } = await client.artifact(bug.id);
  assert.ok(version);
  return { id: bug.id, title, stale: bug.version, fresh: version };
}

function createTitleUpdate(
  title: number,
  text: string,
): { changes: readonly [{ fieldId: number; edit: { kind: "string"; text: string } }] } {
  return { changes: [{ fieldId: title, edit: { kind: "string", text } }] };
}

/** The Last-Modified header, also if the server returns an ETag. */
async function fetchLastModified(context: SpecificationContext, id: number): Promise<string> {
  const key = context.server.accounts.admin.accessKey;
  const response = await fetch(`${context.api}/artifacts/${id}`, {
    headers: { "X-Auth-AccessKey": key, "Accept-Encoding": "identity" },
  });
  return response.headers.get("last-modified") ?? assert.fail("no Last-Modified");
}

export const concurrencyStatements: readonly Statement[] = [
  {
    section: "Concurrency control",
    text: "GET /artifacts/{id} returns Etag and Last-Modified",
    async verify(context) {
      const bug = await createBug(context.admin);
      assert.equal(bug.version?.kind, "tag");
      assert.match(await fetchLastModified(context, bug.id), /^\w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT$/);
    },
  },
  {
    section: "Concurrency control",
    text: "PUT accepts If-match, the Etag value previously received",
    async verify(context) {
      const { id, title, fresh } = await createBugWithStaleVersion(context);
      await context.admin.updateArtifact(id, createTitleUpdate(title, "third"), fresh);
      assert.equal(context.getLastRequest().headers["if-match"], fresh.kind === "tag" && fresh.tag);
      assert.deepEqual(getValue(await context.admin.artifact(id), title), { kind: "string", text: "third" });
    },
  },
  {
    section: "Concurrency control",
    text: "PUT accepts If-Unmodified-Since, the Last-Modified value previously received",
    async verify(context) {
      const { id, title } = await createBugWithStaleVersion(context);
      const date: ArtifactVersion = { kind: "date", lastModified: await fetchLastModified(context, id) };
      await context.admin.updateArtifact(id, createTitleUpdate(title, "by date"), date);
      assert.deepEqual(getValue(await context.admin.artifact(id), title), {
        kind: "string",
        text: "by date",
      });
      context.server.clock.advance(5000);
      await context.admin.overwriteArtifact(id, createTitleUpdate(title, "moved on"));
      await assert.rejects(context.admin.updateArtifact(id, createTitleUpdate(title, "too late"), date), {
        kind: "conflict",
      });
    },
  },
  {
    section: "Concurrency control",
    text: "When the supplied value does not match the current version, the response is 412",
    async verify(context) {
      const { id, title, stale } = await createBugWithStaleVersion(context);
      await assert.rejects(context.admin.updateArtifact(id, createTitleUpdate(title, "over theirs"), stale), {
        kind: "conflict",
      });
      assert.deepEqual(getValue(await context.admin.artifact(id), title), { kind: "string", text: "second" });
    },
  },
  {
    section: "Concurrency control",
    text: "When neither header is sent, no check is made and the artifact is overwritten",
    async verify(context) {
      const { id, title } = await createBugWithStaleVersion(context);
      await context.admin.overwriteArtifact(id, createTitleUpdate(title, "whatever"));
      const { headers } = context.getLastRequest();
      assert.ok(!("if-match" in headers) && !("if-unmodified-since" in headers));
      assert.deepEqual(getValue(await context.admin.artifact(id), title), {
        kind: "string",
        text: "whatever",
      });
    },
  },
];
