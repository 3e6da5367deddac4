// The client's routes that write, sign in, or download.
import assert from "node:assert/strict";
import type { WriteResult } from "../../src/api/artifacts.ts";
import type { FieldUpdate, ArtifactVersion } from "../../src/model/artifactVersion.ts";
import type { SvnRepository, SvnSettings } from "../../src/model/svn.ts";
import type { FileDescription } from "../../src/model/valueTypes.ts";
import { boardRoutes } from "./clientBoards.ts";
import { queryRoutes } from "./clientQueries.ts";
import { type RecordedCall, type ClientRoute, getId, readingRoutes, createRoute } from "./clientRoutes.ts";
import { uploadRoutes } from "./clientUploads.ts";
import { toList, toObject } from "./rawJson.ts";
import { getHeader, type Recording } from "./recording.ts";

/** The recorded response doesn't depend on what is sent. */
const changes: readonly FieldUpdate[] = [{ fieldId: 1, edit: { kind: "string", text: "Foghorn" } }];
const settings: SvnSettings = {
  commitRules: { isReferenceMandatory: false, isMessageChangeAllowed: false },
  immutableTags: { paths: [], allowed: [] },
  accessFile: "",
  notifications: [],
  hasDefaultPermissions: true,
  others: {},
};

function parsePrecondition({ request: { headers } }: Recording): ArtifactVersion | undefined {
  const tag = getHeader(headers, "if-match");
  const lastModified = getHeader(headers, "if-unmodified-since");
  if (tag !== undefined) return { kind: "tag", tag };
  return lastModified === undefined ? undefined : { kind: "date", lastModified };
}

function updateOrOverwrite(call: RecordedCall): Promise<WriteResult> {
  const version = parsePrecondition(call.recording);
  return version === undefined
    ? call.client.overwriteArtifact(getId(call), { changes })
    : call.client.updateArtifact(getId(call), { changes }, version);
}

function checkVersion({ version }: WriteResult, { response: { headers } }: Recording): void {
  const tag = getHeader(headers, "etag");
  const lastModified = getHeader(headers, "last-modified");
  assert.deepEqual(version, tag === undefined ? { kind: "date", lastModified } : { kind: "tag", tag });
}

/** The first bytes of a download; the replay server has no more. */
async function downloadFirstBytes(call: RecordedCall, file: Partial<FileDescription>): Promise<Buffer> {
  const { client, address } = call;
  const offset = Number(address.parameters.get("offset") ?? 0);
  const description = {
    id: getId(call),
    name: "",
    size: 0,
    type: "",
    description: "",
    page: undefined,
    ...file,
  };
  const download = await client.download(description, { offset, maxConcurrent: 1 });
  for await (const bytes of download.bytes) return Buffer.from(bytes);
  return Buffer.alloc(0);
}

function checkSvn({ id, name, address, settings: parsedSettings }: SvnRepository, body: unknown): void {
  const raw = toObject(body);
  assert.deepEqual([id, name, address], [raw["id"], raw["name"], raw["svn_url"]]);
  const {
    commit_rules: rules,
    immutable_tags: tags,
    access_file: accessFile,
    email_notifications: notifications,
    has_default_permissions: hasDefaultPermissions,
    ...others
  } = toObject(raw["settings"] ?? {});
  // Only administrators see settings.
  if (raw["settings"] === undefined) {
    assert.equal(parsedSettings, undefined);
    return;
  }
  assert.deepEqual(parsedSettings, {
    commitRules: {
      isReferenceMandatory: toObject(rules)["is_reference_mandatory"],
      isMessageChangeAllowed: toObject(rules)["is_commit_message_change_allowed"],
    },
    immutableTags: { paths: toList(toObject(tags)["paths"]), allowed: toList(toObject(tags)["whitelist"]) },
    accessFile,
    notifications: toList(notifications).map((each) => {
      const { path, emails, users, user_groups: groups, ...unknownMembers } = toObject(each);
      const toLabeledId = (name: string) => (one: unknown) => ({
        id: toObject(one)["id"],
        label: toObject(one)[name],
      });
      return {
        path,
        emails: toList(emails),
        users: toList(users).map(toLabeledId("real_name")),
        groups: toList(groups).map(toLabeledId("label")),
        others: unknownMembers,
      };
    }),
    hasDefaultPermissions,
    others,
  });
}

const writeRoutes: readonly ClientRoute[] = [
  createRoute(
    "POST",
    "/artifacts",
    ({ client }) => client.createArtifact(1, changes),
    (written, raw, recording) => {
      assert.equal(written.id, toObject(raw)["id"]);
      checkVersion(written, recording);
    },
  ),
  createRoute("PUT", "/artifacts/{id}", updateOrOverwrite, (written, _raw, recording) =>
    checkVersion(written, recording),
  ),
  createRoute(
    "DELETE",
    "/artifacts/{id}",
    (call) => call.client.deleteArtifact(getId(call), undefined),
    (rateLimit, _raw, { response: { headers } }) => {
      const [limit, remaining] = ["limit", "remaining"].map((name) =>
        Number(getHeader(headers, `x-ratelimit-${name}`)),
      );
      assert.deepEqual(rateLimit, { limit, remaining });
    },
  ),
  createRoute(
    "GET",
    "/artifact_files/{id}",
    (call) => downloadFirstBytes(call, {}),
    (bytes, raw) => assert.equal(bytes.toString("base64"), toObject(raw)["data"]),
  ),
  createRoute(
    "GET",
    "/plugins/tracker/attachments/{name}",
    (call) => downloadFirstBytes(call, { page: call.address.path }),
    () => undefined,
  ),
  createRoute("GET", "/svn/{id}", (call) => call.client.svnRepository(getId(call)), checkSvn),
  createRoute(
    "POST",
    "/svn",
    ({ client }) => client.createSvnRepository(1, { name: "charts", settings }),
    checkSvn,
  ),
  createRoute("PUT", "/svn/{id}", (call) => call.client.updateSvnSettings(getId(call), settings), checkSvn),
];

const signInRoutes: readonly ClientRoute[] = [
  createRoute(
    "POST",
    "/tokens",
    ({ client }) => client.requestToken("mlindqvist", "secret"),
    (result, body) => {
      const raw = toObject(body);
      const [userId, token, uri] = [String(raw["user_id"]), raw["token"], raw["uri"]];
      const credential = { kind: "token", username: "mlindqvist", userId, token, uri };
      assert.deepEqual(result, { kind: "token", credential });
    },
    { signedOut: { kind: "rejected" }, forbidden: { kind: "blocked" } },
  ),
  // The token expires if the server can't revoke it.
  createRoute(
    "DELETE",
    "/tokens/{token}",
    ({ client }) => client.revokeToken(),
    () => undefined,
    {
      signedOut: undefined,
      invalidRequest: undefined,
    },
  ),
  createRoute(
    "GET",
    "/users/self",
    ({ client }) => client.checkCredential(),
    (check, body) => {
      const raw = toObject(body);
      const account = { id: String(raw["id"]), name: raw["real_name"] };
      assert.deepEqual(check, { kind: "accepted", account });
    },
    { signedOut: { kind: "rejected" } },
  ),
  createRoute(
    "GET",
    "/version",
    ({ client }) => client.serverVersion(),
    (version, raw) => assert.equal(version?.number, toObject(raw)["version_number"]),
  ),
];

export const clientRoutes: readonly ClientRoute[] = [
  ...readingRoutes,
  ...queryRoutes,
  ...boardRoutes,
  ...writeRoutes,
  ...uploadRoutes,
  ...signInRoutes,
];
