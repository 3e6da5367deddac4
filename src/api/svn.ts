import * as z from "zod";
import { UnexpectedResponse, OutcomeUnknown } from "../model/failure.ts";
import { readUser } from "../model/fields/readWireValue.ts";
import type { CollectionPage } from "../model/collectionPage.ts";
import type { Project } from "../model/project.ts";
import type {
  NewSvnRepository,
  SvnNotification,
  SvnRepository,
  SvnSettings,
  SvnRepositorySummary,
} from "../model/svn.ts";
import { toGroupLabel } from "../model/user.ts";
import type { LabeledId } from "../model/valueTypes.ts";
import { parsePage, undefinedIfNotFound } from "./pagination.ts";
import {
  unknownSchema,
  integerSchema,
  lenientListSchema,
  optionalTextSchema,
  getSubResourceUri,
} from "./format/wireSchemas.ts";
import type { HttpResponse, HttpClient } from "./network/httpClient.ts";

// Subversion repositories of a project. The specification has no route to list them: servers without one
// answer with 404.

/** All other collections are arrays. */
const wrappedListSchema = z.object({ repositories: z.unknown() });

const summarySchema = z.object({ id: integerSchema, name: optionalTextSchema, svn_url: optionalTextSchema });

function toSummary({ id, name, svn_url }: z.infer<typeof summarySchema>): SvnRepositorySummary {
  return { kind: "svnRepository", id, name, address: svn_url };
}

const maxPageSize = 50;

/** `undefined` if the server can't list them. */
export async function fetchSvnRepositoriesPage(
  http: HttpClient,
  project: Pick<Project, "uri" | "resources">,
  offset: number,
  signal?: AbortSignal,
): Promise<CollectionPage<SvnRepositorySummary> | undefined> {
  const parameters = { limit: maxPageSize, offset };
  const response = await undefinedIfNotFound(
    http.send({ uri: getSubResourceUri(project, "svn"), parameters, signal }),
  );
  if (response === undefined) return undefined;
  const list = wrappedListSchema.safeParse(response.body);
  const body = list.success ? list.data.repositories : response.body;
  return parsePage({ ...response, body }, offset, summarySchema, toSummary);
}

// An update sends all settings, so a setting that can't be parsed would be erased. Settings that are
// incomplete or unexpected are therefore treated as unreadable.

const booleanSchema = z.union([
  z.boolean(),
  z.enum(["true", "1"]).transform(() => true),
  z.enum(["false", "0"]).transform(() => false),
  z.literal([0, 1]).transform((number) => number === 1),
]);

/** An array in which every element matches. PHP writes an array with gaps as an object with numeric names. */
function strictListSchema<T>(schema: z.ZodType<T>): z.ZodType<readonly T[]> {
  const withGaps = z
    .record(z.string().regex(/^\d+$/), z.unknown())
    .refine((members) => Object.keys(members).length > 0)
    .transform((members) => Object.values(members));
  return z.union([z.array(z.unknown()), withGaps]).pipe(z.array(schema));
}

/** Read as user representations, written as IDs; some servers return only IDs. */
const userSchema = z.unknown().transform((user, context): LabeledId => {
  const id = integerSchema.safeParse(user);
  const parsed = id.success ? { id: id.data, label: String(id.data) } : readUser(user);
  if (parsed !== undefined) return parsed;
  context.addIssue({ code: "custom", message: "not a user" });
  return z.NEVER;
});

const groupIdSchema = z.union([z.string(), z.number()]).transform(String);
const groupSchema = z.union([
  groupIdSchema.transform((id): LabeledId => ({ id, label: id })),
  z
    .object({ id: groupIdSchema, label: optionalTextSchema })
    .transform(({ id, label }): LabeledId => ({ id, label: toGroupLabel(label ?? id) })),
]);

const notificationSchema = z.looseObject({
  path: z.string(),
  emails: strictListSchema(z.string()),
  users: strictListSchema(userSchema),
  user_groups: strictListSchema(groupSchema),
});

const rulesSchema = z.looseObject({
  is_reference_mandatory: booleanSchema,
  is_commit_message_change_allowed: booleanSchema,
});

const tagsSchema = z.looseObject({
  paths: strictListSchema(z.string()),
  whitelist: strictListSchema(z.string()),
});

const settingsSchema = z.looseObject({
  commit_rules: rulesSchema,
  immutable_tags: tagsSchema,
  access_file: z.string(),
  email_notifications: strictListSchema(notificationSchema),
  // Older servers don't have it.
  has_default_permissions: booleanSchema.optional(),
});

type Members = Readonly<Record<string, unknown>>;

/** Members of a representation that the schema doesn't have. */
function getUnknownMembers(wire: Members, { shape }: { readonly shape: object }): Members {
  return Object.fromEntries(Object.entries(wire).filter(([name]) => !Object.hasOwn(shape, name)));
}

function nestMembers(name: string, others: Members): Members {
  return Object.keys(others).length === 0 ? {} : { [name]: others };
}

function toMembers(value: unknown): Members {
  return typeof value === "object" && value !== null ? (value as Members) : {};
}

function toNotification(wire: z.infer<typeof notificationSchema>): SvnNotification {
  const { path, emails, users, user_groups } = wire;
  return { path, emails, users, groups: user_groups, others: getUnknownMembers(wire, notificationSchema) };
}

function toSettings(wire: z.infer<typeof settingsSchema>): SvnSettings {
  const { commit_rules, immutable_tags } = wire;
  return {
    commitRules: {
      isReferenceMandatory: commit_rules.is_reference_mandatory,
      isMessageChangeAllowed: commit_rules.is_commit_message_change_allowed,
    },
    immutableTags: { paths: immutable_tags.paths, allowed: immutable_tags.whitelist },
    accessFile: wire.access_file,
    notifications: wire.email_notifications.map(toNotification),
    hasDefaultPermissions: wire.has_default_permissions,
    others: {
      ...getUnknownMembers(wire, settingsSchema),
      ...nestMembers("commit_rules", getUnknownMembers(commit_rules, rulesSchema)),
      ...nestMembers("immutable_tags", getUnknownMembers(immutable_tags, tagsSchema)),
    },
  };
}

/** Deeper than any setting; unknown settings are compared and shown as JSON, whose recursion is limited. */
const maxDepth = 50;

function isTooDeep(value: unknown): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; depth <= maxDepth; depth += 1) {
    if (level.length === 0) return false;
    level = level.flatMap((each) => Object.values(toMembers(each)));
  }
  return true;
}

/** `undefined` if they are missing or can't be parsed completely. */
function parseSettings(value: unknown): SvnSettings | undefined {
  const wire = isTooDeep(value) ? undefined : settingsSchema.safeParse(value);
  return wire?.success === true ? toSettings(wire.data) : undefined;
}

const repositorySchema = z.object({
  id: integerSchema,
  name: optionalTextSchema,
  svn_url: optionalTextSchema,
  settings: unknownSchema.transform(parseSettings),
});

/** Every update sends all settings: a server resets or rejects what is left out. */
function toWireSettings(settings: SvnSettings): object {
  const { commitRules, immutableTags, accessFile, notifications, hasDefaultPermissions, others } = settings;
  return {
    ...others,
    commit_rules: {
      ...toMembers(others["commit_rules"]),
      is_reference_mandatory: commitRules.isReferenceMandatory,
      is_commit_message_change_allowed: commitRules.isMessageChangeAllowed,
    },
    immutable_tags: {
      ...toMembers(others["immutable_tags"]),
      paths: immutableTags.paths,
      whitelist: immutableTags.allowed,
    },
    access_file: accessFile,
    email_notifications: notifications.map(({ path, emails, users, groups, others: unknownMembers }) => ({
      ...unknownMembers,
      path,
      emails,
      users: users.map(({ id }) => Number(id)),
      user_groups: groups.map(({ id }) => String(id)),
    })),
    ...(hasDefaultPermissions === undefined ? {} : { has_default_permissions: hasDefaultPermissions }),
  };
}

function toRepository({ id, name, svn_url, settings }: z.infer<typeof repositorySchema>): SvnRepository {
  return { id, name, address: svn_url, settings };
}

function parseRepository(response: HttpResponse): SvnRepository {
  const wire = repositorySchema.safeParse(response.body);
  if (!wire.success) throw new UnexpectedResponse(response.request, "shape", wire.error);
  return toRepository(wire.data);
}

/** Only administrators receive settings, and only they can change them. */
export async function fetchSvnRepository(
  http: HttpClient,
  repositoryId: number,
  signal?: AbortSignal,
): Promise<SvnRepository> {
  const response = await http.send({ uri: `svn/${repositoryId}`, signal });
  const repository = parseRepository(response);
  return Object.hasOwn(toMembers(response.body), "settings")
    ? repository
    : { ...repository, isReadOnly: true };
}

const repositoryListSchema = z.object({ repositories: lenientListSchema(repositorySchema) });

/** Repositories of a project with this name; `undefined` if the server can't list them. */
export async function findSvnRepositoriesByName(
  http: HttpClient,
  projectId: number,
  name: string,
  signal?: AbortSignal,
): Promise<readonly SvnRepository[] | undefined> {
  const parameters = { query: JSON.stringify({ name }), limit: 50 };
  const response = await undefinedIfNotFound(
    http.send({ uri: `projects/${projectId}/svn`, parameters, signal }),
  );
  if (response === undefined) return undefined;
  const wire = repositoryListSchema.safeParse(response.body);
  if (!wire.success) throw new UnexpectedResponse(response.request, "shape", wire.error);
  return wire.data.repositories.map(toRepository).filter((repository) => repository.name === name);
}

/**
 * The ID at the end of a URL. The URL isn't requested: its host is the name that the server believes to have.
 */
function parseIdFromLocation(location: string | undefined): number | undefined {
  const id = /\/svn\/(\d{1,15})(?:\?|$)/.exec(location ?? "")?.[1];
  return id === undefined ? undefined : Number(id);
}

export async function createSvnRepository(
  http: HttpClient,
  projectId: number,
  { name, layout = [], settings }: NewSvnRepository,
  signal?: AbortSignal,
): Promise<SvnRepository> {
  const folders = layout.length === 0 ? {} : { layout };
  const body = { project_id: projectId, name, settings: { ...toWireSettings(settings), ...folders } };
  const response = await http.send({ method: "POST", uri: "svn", body, signal });
  const wire = repositorySchema.safeParse(response.body);
  if (wire.success) return toRepository(wire.data);
  const id = parseIdFromLocation(response.header("location"));
  if (id === undefined) throw new OutcomeUnknown(response.request, wire.error);
  return { id, name, address: undefined, settings: undefined };
}

/** Any successful response counts, because the repository is known. */
export async function updateSvnSettings(
  http: HttpClient,
  repositoryId: number,
  settings: SvnSettings,
  signal?: AbortSignal,
): Promise<SvnRepository> {
  const body = { settings: toWireSettings(settings) };
  const response = await http.send({ method: "PUT", uri: `svn/${repositoryId}`, body, signal });
  const wire = repositorySchema.safeParse(response.body);
  return wire.success
    ? { ...toRepository(wire.data), id: repositoryId }
    : { id: repositoryId, name: undefined, address: undefined, settings };
}
