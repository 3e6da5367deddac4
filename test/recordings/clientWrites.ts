// The routes of the client that change something, sign in, or fetch bytes.
import assert from "node:assert/strict";
import type { Written } from "../../src/api/artifacts.ts";
import type { FieldChange, Revision } from "../../src/model/revision.ts";
import type { SvnRepository, SvnSettings } from "../../src/model/svn.ts";
import type { FileDescription } from "../../src/model/value.ts";
import { queryRoutes } from "./clientQueries.ts";
import { type Asked, type ClientRoute, idOf, readRoutes, route } from "./clientRoutes.ts";
import { uploadRoutes } from "./clientUploads.ts";
import { list, object } from "./raw.ts";
import { headerOf, type Recording } from "./recording.ts";

/** What is sent makes no difference to what is answered. */
const changes: readonly FieldChange[] = [{ fieldId: 1, edit: { kind: "string", text: "Foghorn" } }];
const settings: SvnSettings = {
  commitRules: { isReferenceMandatory: false, isMessageChangeAllowed: false },
  immutableTags: { paths: [], allowed: [] },
  accessFile: "",
  notifications: [],
  hasDefaultPermissions: true,
  others: {},
};

function seen({ request: { headers } }: Recording): Revision | undefined {
  const tag = headerOf(headers, "if-match");
  const lastModified = headerOf(headers, "if-unmodified-since");
  if (tag !== undefined) return { kind: "tag", tag };
  return lastModified === undefined ? undefined : { kind: "date", lastModified };
}

function put(asked: Asked): Promise<Written> {
  const revision = seen(asked.recording);
  return revision === undefined
    ? asked.client.overwrite(idOf(asked), { changes })
    : asked.client.update(idOf(asked), { changes }, revision);
}

function checkRevision({ revision }: Written, { response: { headers } }: Recording): void {
  const tag = headerOf(headers, "etag");
  const lastModified = headerOf(headers, "last-modified");
  assert.deepEqual(revision, tag === undefined ? { kind: "date", lastModified } : { kind: "tag", tag });
}

/** The first bytes of a download: the server that replays has no more than these. */
async function firstBytes(asked: Asked, file: Partial<FileDescription>): Promise<Buffer> {
  const { client, address } = asked;
  const from = Number(address.parameters.get("offset") ?? 0);
  const description = {
    id: idOf(asked),
    name: "",
    size: 0,
    type: "",
    description: "",
    page: undefined,
    ...file,
  };
  const download = await client.download(description, { from, atOnce: 1 });
  for await (const bytes of download.bytes) return Buffer.from(bytes);
  return Buffer.alloc(0);
}

function checkSvn({ id, name, address, settings: read }: SvnRepository, body: unknown): void {
  const raw = object(body);
  assert.deepEqual([id, name, address], [raw["id"], raw["name"], raw["svn_url"]]);
  const {
    commit_rules: rules,
    immutable_tags: tags,
    access_file: accessFile,
    email_notifications: notifications,
    has_default_permissions: hasDefaultPermissions,
    ...others
  } = object(raw["settings"] ?? {});
  // Those who do not administer it are told nothing of them.
  if (raw["settings"] === undefined) {
    assert.equal(read, undefined);
    return;
  }
  assert.deepEqual(read, {
    commitRules: {
      isReferenceMandatory: object(rules)["is_reference_mandatory"],
      isMessageChangeAllowed: object(rules)["is_commit_message_change_allowed"],
    },
    immutableTags: { paths: list(object(tags)["paths"]), allowed: list(object(tags)["whitelist"]) },
    accessFile,
    notifications: list(notifications).map((each) => {
      const { path, emails, users, user_groups: groups, ...more } = object(each);
      const named = (name: string) => (one: unknown) => ({ id: object(one)["id"], label: object(one)[name] });
      return {
        path,
        emails: list(emails),
        users: list(users).map(named("real_name")),
        groups: list(groups).map(named("label")),
        others: more,
      };
    }),
    hasDefaultPermissions,
    others,
  });
}

const writeRoutes: readonly ClientRoute[] = [
  route(
    "POST",
    "/artifacts",
    ({ client }) => client.create(1, changes),
    (written, raw, recording) => {
      assert.equal(written.id, object(raw)["id"]);
      checkRevision(written, recording);
    },
  ),
  route("PUT", "/artifacts/{id}", put, (written, _raw, recording) => checkRevision(written, recording)),
  route(
    "DELETE",
    "/artifacts/{id}",
    (asked) => asked.client.remove(idOf(asked), undefined),
    (rateLimit, _raw, { response: { headers } }) => {
      const [limit, remaining] = ["limit", "remaining"].map((name) =>
        Number(headerOf(headers, `x-ratelimit-${name}`)),
      );
      assert.deepEqual(rateLimit, { limit, remaining });
    },
  ),
  route(
    "GET",
    "/artifact_files/{id}",
    (asked) => firstBytes(asked, {}),
    (bytes, raw) => assert.equal(bytes.toString("base64"), object(raw)["data"]),
  ),
  route(
    "GET",
    "/plugins/tracker/attachments/{name}",
    (asked) => firstBytes(asked, { page: asked.address.path }),
    () => undefined,
  ),
  route("GET", "/svn/{id}", (asked) => asked.client.svn(idOf(asked)), checkSvn),
  route("POST", "/svn", ({ client }) => client.createSvn(1, { name: "charts", settings }), checkSvn),
  route("PUT", "/svn/{id}", (asked) => asked.client.updateSvn(idOf(asked), settings), checkSvn),
];

const signInRoutes: readonly ClientRoute[] = [
  route(
    "POST",
    "/tokens",
    ({ client }) => client.requestToken("mlindqvist", "secret"),
    (answer, body) => {
      const raw = object(body);
      const [userId, token, uri] = [String(raw["user_id"]), raw["token"], raw["uri"]];
      const credential = { kind: "token", username: "mlindqvist", userId, token, uri };
      assert.deepEqual(answer, { kind: "token", credential });
    },
    { signedOut: { kind: "rejected" }, forbidden: { kind: "blocked" } },
  ),
  // It runs out by itself where the server can't end it.
  route(
    "DELETE",
    "/tokens/{token}",
    ({ client }) => client.endToken(),
    () => undefined,
    {
      signedOut: undefined,
      invalid: undefined,
    },
  ),
  route(
    "GET",
    "/users/self",
    ({ client }) => client.checkCredential(),
    (check, body) => {
      const raw = object(body);
      const account = { id: String(raw["id"]), name: raw["real_name"] };
      assert.deepEqual(check, { kind: "accepted", account });
    },
    { signedOut: { kind: "rejected" } },
  ),
  route(
    "GET",
    "/version",
    ({ client }) => client.version(),
    (version, raw) => assert.equal(version?.number, object(raw)["version_number"]),
  ),
];

export const clientRoutes: readonly ClientRoute[] = [
  ...readRoutes,
  ...queryRoutes,
  ...writeRoutes,
  ...uploadRoutes,
  ...signInRoutes,
];
