import * as z from "zod";
import { NotUnderstood } from "../model/failure.ts";
import type { SvnRepository, SvnSettings } from "../model/svn.ts";
import type { Answer, Http } from "./network/http.ts";
import { integer, listOf, optionalBoolean, optionalText, person, text } from "./format/wire.ts";

const notificationSchema = z.object({
  path: text,
  emails: listOf(z.string()),
  // Read as whole people and groups, written as their ids.
  users: listOf(z.unknown().transform((user) => person(user)?.id)),
  user_groups: listOf(z.object({ id: z.union([z.string(), z.number()]).transform(String) })),
});

const settingsSchema = z.looseObject({
  commit_rules: z.object({
    is_reference_mandatory: optionalBoolean,
    is_commit_message_change_allowed: optionalBoolean,
  }),
  immutable_tags: z.object({ paths: listOf(z.string()), whitelist: listOf(z.string()) }),
  access_file: text,
  email_notifications: listOf(notificationSchema),
  has_default_permissions: optionalBoolean,
});

const repositorySchema = z.object({
  id: integer,
  name: optionalText,
  svn_url: optionalText,
  settings: settingsSchema.nullish().catch(undefined),
});

function toSettings(wire: z.infer<typeof settingsSchema>): SvnSettings {
  return {
    commitRules: {
      isReferenceMandatory: wire.commit_rules.is_reference_mandatory ?? false,
      isMessageChangeAllowed: wire.commit_rules.is_commit_message_change_allowed ?? false,
    },
    immutableTags: { paths: wire.immutable_tags.paths, allowed: wire.immutable_tags.whitelist },
    accessFile: wire.access_file,
    notifications: wire.email_notifications.map(({ path, emails, users, user_groups }) => ({
      path,
      emails,
      userIds: users.filter((id) => id !== undefined),
      groupIds: user_groups.map(({ id }) => id),
    })),
    hasDefaultPermissions: wire.has_default_permissions,
    others: Object.fromEntries(Object.entries(wire).filter(([name]) => !(name in settingsSchema.shape))),
  };
}

/** All of them, in every update: a server resets or refuses what is left out. */
function wireSettings(settings: SvnSettings): object {
  const { commitRules, immutableTags, accessFile, notifications, hasDefaultPermissions, others } = settings;
  return {
    ...others,
    commit_rules: {
      is_reference_mandatory: commitRules.isReferenceMandatory,
      is_commit_message_change_allowed: commitRules.isMessageChangeAllowed,
    },
    immutable_tags: { paths: immutableTags.paths, whitelist: immutableTags.allowed },
    access_file: accessFile,
    email_notifications: notifications.map(({ path, emails, userIds, groupIds }) => ({
      path,
      emails,
      users: userIds,
      user_groups: groupIds,
    })),
    ...(hasDefaultPermissions === undefined ? {} : { has_default_permissions: hasDefaultPermissions }),
  };
}

function readRepository(answer: Answer): SvnRepository {
  const wire = repositorySchema.safeParse(answer.body);
  if (!wire.success) throw new NotUnderstood(answer.request, "shape", wire.error);
  const { id, name, svn_url, settings } = wire.data;
  return {
    id,
    name,
    address: svn_url,
    settings: settings === null || settings === undefined ? undefined : toSettings(settings),
  };
}

export async function createSvnRepository(
  http: Http,
  projectId: number,
  name: string,
  settings: SvnSettings,
  signal?: AbortSignal,
): Promise<SvnRepository> {
  const body = { project_id: projectId, name, settings: wireSettings(settings) };
  return readRepository(await http.send({ method: "POST", uri: "svn", body, signal }));
}

/** An update may be answered with nothing: it is carried out all the same. */
export async function updateSvnSettings(
  http: Http,
  repositoryId: number,
  settings: SvnSettings,
  signal?: AbortSignal,
): Promise<SvnRepository> {
  const body = { settings: wireSettings(settings) };
  const answer = await http.send({ method: "PUT", uri: `svn/${repositoryId}`, body, signal });
  return answer.body === undefined
    ? { id: repositoryId, name: undefined, address: undefined, settings }
    : readRepository(answer);
}
