import { isObject, scalarToText } from "../http/json.ts";
import type { Json, JsonObject } from "../http/json.ts";
import { HttpError } from "../http/httpError.ts";
import type { Project } from "../state/project.ts";
import { defaultSvnSettings } from "../state/svn.ts";
import type { SvnNotification, SvnSettings } from "../state/svn.ts";
import type { ServerState } from "../state/serverState.ts";
import { isJsonArray } from "./writeContext.ts";

const maxListBytes = 65_535;
const requiredSettings = ["commit_rules", "immutable_tags", "access_file", "email_notifications"];

/**
 * A creation can omit settings, an update can't. The specification doesn't say that default permissions are restored
 * unless disabled.
 */
export function parseSvnSettings(
  settings: Json | undefined,
  occasion: "create" | "update",
  project: Project,
  server: ServerState,
): SvnSettings {
  const input = isObject(settings) ? settings : {};
  for (const part of occasion === "update" ? requiredSettings : []) {
    if ((input[part] ?? null) === null) throw new HttpError(400, `\`settings[${part}]\` is required.`);
  }
  return {
    ...defaultSvnSettings,
    ...parseCommitRules(input["commit_rules"]),
    ...parseImmutableTags(input["immutable_tags"]),
    accessFile: scalarToText(input["access_file"]),
    notifications: parseNotifications(input["email_notifications"], project, server),
    hasDefaultPermissions: input["has_default_permissions"] !== false,
  };
}

function parseCommitRules(rules: Json | undefined): Partial<SvnSettings> {
  if (!isObject(rules)) return {};
  return {
    isReferenceMandatory: requireFlag(rules, "is_reference_mandatory"),
    isCommitMessageChangeAllowed: requireFlag(rules, "is_commit_message_change_allowed"),
  };
}

function requireFlag(rules: JsonObject, name: string): boolean {
  const value = rules[name];
  if (typeof value !== "boolean") {
    throw new HttpError(400, `\`settings[commit_rules][${name}]\` is required.`);
  }
  return value;
}

function parseImmutableTags(tags: Json | undefined): Partial<SvnSettings> {
  if (!isObject(tags)) return {};
  return {
    immutablePaths: requireTexts(tags, "paths", "immutable_tags"),
    immutableExceptions: requireTexts(tags, "whitelist", "immutable_tags"),
  };
}

function requireTexts(object: JsonObject, name: string, part: string): readonly string[] {
  const value = object[name];
  if (!isJsonArray(value)) throw new HttpError(400, `\`settings[${part}][${name}]\` is required.`);
  const list = value.map(scalarToText);
  if (Buffer.byteLength(list.join("\n")) > maxListBytes) throw new HttpError(400, `\`${name}\` is too long`);
  return list;
}

function parseNotifications(
  input: Json | undefined,
  project: Project,
  server: ServerState,
): readonly SvnNotification[] {
  if (!isJsonArray(input)) return [];
  const notifications = input.map((each) => parseNotification(isObject(each) ? each : {}, project, server));
  if (hasDuplicates(notifications.map(({ path }) => path))) {
    throw new HttpError(400, "A path is notified of only once");
  }
  return notifications;
}

function parseNotification(input: JsonObject, project: Project, server: ServerState): SvnNotification {
  const path = scalarToText(input["path"]);
  const emails = requireTexts(input, "emails", "email_notifications");
  const userIds = requireTexts(input, "users", "email_notifications").map(Number);
  const groupIds = requireTexts(input, "user_groups", "email_notifications");
  if (path === "" || emails.length + userIds.length + groupIds.length === 0) {
    throw new HttpError(400, "A notification needs a path and somebody to tell");
  }
  if (hasDuplicates(emails)) throw new HttpError(400, `An address is there twice for ${path}`);
  const unknownUserId = userIds.find((id) => server.users.get(id)?.status !== "active");
  if (unknownUserId !== undefined) throw new HttpError(400, `There is no active user ${unknownUserId}`);
  const foreignGroupId = groupIds.find((id) => ![`${project.id}_3`, `${project.id}_4`].includes(id));
  if (foreignGroupId !== undefined) throw new HttpError(400, `Group ${foreignGroupId} can't be told`);
  return { path, emails, userIds, groupIds };
}

function hasDuplicates(list: readonly string[]): boolean {
  return new Set(list).size < list.length;
}

/** A letter, then at least two letters, digits, dashes, underscores or dots; and unique. */
export function validateRepositoryName(name: string, project: Project, server: ServerState): void {
  const isName = /^[A-Za-z][A-Za-z0-9_.-]{2,254}$/.test(name);
  if (!isName) throw new HttpError(409, "This is no name for a repository");
  if (server.svn.getInProject(project).some((repository) => repository.name === name)) {
    throw new HttpError(409, "The project has a repository of that name");
  }
}
