import * as z from "zod";
import { NotUnderstood, OutcomeUnknown } from "../model/failure.ts";
import { readPerson } from "../model/fields/reading.ts";
import type { Page } from "../model/page.ts";
import type { Project } from "../model/project.ts";
import type {
  NewSvnRepository,
  SvnNotification,
  SvnRepository,
  SvnSettings,
  SvnSummary,
} from "../model/svn.ts";
import { groupLabel } from "../model/user.ts";
import type { Chosen } from "../model/value.ts";
import { readPage, unlessAbsent } from "./collection.ts";
import { anything, integer, listOf, optionalText, subResource } from "./format/wire.ts";
import type { Answer, Http } from "./network/http.ts";

// The Subversion repositories of a project. The specification has no way to list them: servers without one answer with 404.

/** All other collections are bare. */
const wrapped = z.object({ repositories: z.unknown() });

const summarySchema = z.object({ id: integer, name: optionalText, svn_url: optionalText });

function toSummary({ id, name, svn_url }: z.infer<typeof summarySchema>): SvnSummary {
  return { kind: "svnRepository", id, name, address: svn_url };
}

const largestPage = 50;

/** Undefined where the server can't list them. */
export async function listSvnRepositories(
  http: Http,
  project: Pick<Project, "uri" | "resources">,
  offset: number,
  signal?: AbortSignal,
): Promise<Page<SvnSummary> | undefined> {
  const parameters = { limit: largestPage, offset };
  const answer = await unlessAbsent(http.send({ uri: subResource(project, "svn"), parameters, signal }));
  if (answer === undefined) return undefined;
  const list = wrapped.safeParse(answer.body);
  const body = list.success ? list.data.repositories : answer.body;
  return readPage({ ...answer, body }, offset, summarySchema, toSummary);
}

// What can't be read would be erased with the next update, which takes all settings: settings of which a part is missing, or is
// something else than it should be, are none.

const yesOrNo = z.union([
  z.boolean(),
  z.enum(["true", "1"]).transform(() => true),
  z.enum(["false", "0"]).transform(() => false),
  z.literal([0, 1]).transform((number) => number === 1),
]);

/** An array in which every element fits. One with gaps, which PHP writes as an object with numbers for names, has them all too. */
function completeListOf<T>(schema: z.ZodType<T>): z.ZodType<readonly T[]> {
  const withGaps = z
    .record(z.string().regex(/^\d+$/), z.unknown())
    .refine((members) => Object.keys(members).length > 0)
    .transform((members) => Object.values(members));
  return z.union([z.array(z.unknown()), withGaps]).pipe(z.array(schema));
}

/** Read as whole people, written as their ids; some servers say the ids only. */
const userSchema = z.unknown().transform((user, context): Chosen => {
  const id = integer.safeParse(user);
  const known = id.success ? { id: id.data, label: String(id.data) } : readPerson(user);
  if (known !== undefined) return known;
  context.addIssue({ code: "custom", message: "not a person" });
  return z.NEVER;
});

const groupId = z.union([z.string(), z.number()]).transform(String);
const groupSchema = z.union([
  groupId.transform((id): Chosen => ({ id, label: id })),
  z
    .object({ id: groupId, label: optionalText })
    .transform(({ id, label }): Chosen => ({ id, label: groupLabel(label ?? id) })),
]);

const notificationSchema = z.looseObject({
  path: z.string(),
  emails: completeListOf(z.string()),
  users: completeListOf(userSchema),
  user_groups: completeListOf(groupSchema),
});

const rulesSchema = z.looseObject({
  is_reference_mandatory: yesOrNo,
  is_commit_message_change_allowed: yesOrNo,
});

const tagsSchema = z.looseObject({
  paths: completeListOf(z.string()),
  whitelist: completeListOf(z.string()),
});

const settingsSchema = z.looseObject({
  commit_rules: rulesSchema,
  immutable_tags: tagsSchema,
  access_file: z.string(),
  email_notifications: completeListOf(notificationSchema),
  // Older servers don't know them.
  has_default_permissions: yesOrNo.optional(),
});

type Members = Readonly<Record<string, unknown>>;

/** What a representation has beyond what we know of it. */
function othersIn(wire: Members, { shape }: { readonly shape: object }): Members {
  return Object.fromEntries(Object.entries(wire).filter(([name]) => !Object.hasOwn(shape, name)));
}

function under(name: string, others: Members): Members {
  return Object.keys(others).length === 0 ? {} : { [name]: others };
}

function membersOf(value: unknown): Members {
  return typeof value === "object" && value !== null ? (value as Members) : {};
}

function toNotification(wire: z.infer<typeof notificationSchema>): SvnNotification {
  const { path, emails, users, user_groups } = wire;
  return { path, emails, users, groups: user_groups, others: othersIn(wire, notificationSchema) };
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
      ...othersIn(wire, settingsSchema),
      ...under("commit_rules", othersIn(commit_rules, rulesSchema)),
      ...under("immutable_tags", othersIn(immutable_tags, tagsSchema)),
    },
  };
}

/** Deeper than any setting; settings that we don't know are compared and shown as JSON, which has its limits. */
const mostNested = 50;

function isTooDeep(value: unknown): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; depth <= mostNested; depth += 1) {
    if (level.length === 0) return false;
    level = level.flatMap((each) => Object.values(membersOf(each)));
  }
  return true;
}

/** Undefined for those that are not told, or can't be read whole. */
function readSettings(value: unknown): SvnSettings | undefined {
  const wire = isTooDeep(value) ? undefined : settingsSchema.safeParse(value);
  return wire?.success === true ? toSettings(wire.data) : undefined;
}

const repositorySchema = z.object({
  id: integer,
  name: optionalText,
  svn_url: optionalText,
  settings: anything.transform(readSettings),
});

/** All of them, in every update: a server resets or refuses what is left out. */
function wireSettings(settings: SvnSettings): object {
  const { commitRules, immutableTags, accessFile, notifications, hasDefaultPermissions, others } = settings;
  return {
    ...others,
    commit_rules: {
      ...membersOf(others["commit_rules"]),
      is_reference_mandatory: commitRules.isReferenceMandatory,
      is_commit_message_change_allowed: commitRules.isMessageChangeAllowed,
    },
    immutable_tags: {
      ...membersOf(others["immutable_tags"]),
      paths: immutableTags.paths,
      whitelist: immutableTags.allowed,
    },
    access_file: accessFile,
    email_notifications: notifications.map(({ path, emails, users, groups, others: more }) => ({
      ...more,
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

function readRepository(answer: Answer): SvnRepository {
  const wire = repositorySchema.safeParse(answer.body);
  if (!wire.success) throw new NotUnderstood(answer.request, "shape", wire.error);
  return toRepository(wire.data);
}

/** Settings that are there are shown to administrators only, and nobody else may change them. */
export async function readSvnRepository(
  http: Http,
  repositoryId: number,
  signal?: AbortSignal,
): Promise<SvnRepository> {
  const answer = await http.send({ uri: `svn/${repositoryId}`, signal });
  const repository = readRepository(answer);
  return Object.hasOwn(membersOf(answer.body), "settings") ? repository : { ...repository, isReadOnly: true };
}

const listSchema = z.object({ repositories: listOf(repositorySchema) });

/** Those of a project that are called so; undefined where the server can't list them. */
export async function findSvnRepositories(
  http: Http,
  projectId: number,
  name: string,
  signal?: AbortSignal,
): Promise<readonly SvnRepository[] | undefined> {
  const parameters = { query: JSON.stringify({ name }), limit: 50 };
  const answer = await unlessAbsent(http.send({ uri: `projects/${projectId}/svn`, parameters, signal }));
  if (answer === undefined) return undefined;
  const wire = listSchema.safeParse(answer.body);
  if (!wire.success) throw new NotUnderstood(answer.request, "shape", wire.error);
  return wire.data.repositories.map(toRepository).filter((repository) => repository.name === name);
}

/** The id at the end of an address, which is not followed: it names the host that the server believes to be. */
function idIn(location: string | undefined): number | undefined {
  const id = /\/svn\/(\d{1,15})(?:\?|$)/.exec(location ?? "")?.[1];
  return id === undefined ? undefined : Number(id);
}

export async function createSvnRepository(
  http: Http,
  projectId: number,
  { name, layout = [], settings }: NewSvnRepository,
  signal?: AbortSignal,
): Promise<SvnRepository> {
  const folders = layout.length === 0 ? {} : { layout };
  const body = { project_id: projectId, name, settings: { ...wireSettings(settings), ...folders } };
  const answer = await http.send({ method: "POST", uri: "svn", body, signal });
  const wire = repositorySchema.safeParse(answer.body);
  if (wire.success) return toRepository(wire.data);
  const id = idIn(answer.header("location"));
  if (id === undefined) throw new OutcomeUnknown(answer.request, wire.error);
  return { id, name, address: undefined, settings: undefined };
}

/** Whatever an update is answered with, a success is one: which repository it was is known already. */
export async function updateSvnSettings(
  http: Http,
  repositoryId: number,
  settings: SvnSettings,
  signal?: AbortSignal,
): Promise<SvnRepository> {
  const body = { settings: wireSettings(settings) };
  const answer = await http.send({ method: "PUT", uri: `svn/${repositoryId}`, body, signal });
  const wire = repositorySchema.safeParse(answer.body);
  return wire.success
    ? { ...toRepository(wire.data), id: repositoryId }
    : { id: repositoryId, name: undefined, address: undefined, settings };
}
