import { isObject, scalarText } from "../http/json.ts";
import type { Json, JsonObject } from "../http/json.ts";
import { Refusal } from "../http/refusal.ts";
import type { Project } from "../state/project.ts";
import { plainSettings } from "../state/svn.ts";
import type { SvnNotification, SvnSettings } from "../state/svn.ts";
import type { World } from "../state/world.ts";
import { isList } from "./writing.ts";

const longestList = 65_535;
const parts = ["commit_rules", "immutable_tags", "access_file", "email_notifications"];

/** A creation may leave parts out, an update none of them. What neither says is that default permissions come back unless refused. */
export function svnSettings(
  settings: Json | undefined,
  occasion: "create" | "update",
  project: Project,
  world: World,
): SvnSettings {
  const given = isObject(settings) ? settings : {};
  for (const part of occasion === "update" ? parts : []) {
    if ((given[part] ?? null) === null) throw new Refusal(400, `\`settings[${part}]\` is required.`);
  }
  return {
    ...plainSettings,
    ...commitRules(given["commit_rules"]),
    ...immutableTags(given["immutable_tags"]),
    accessFile: scalarText(given["access_file"]),
    notifications: notifications(given["email_notifications"], project, world),
    hasDefaultPermissions: given["has_default_permissions"] !== false,
  };
}

function commitRules(rules: Json | undefined): Partial<SvnSettings> {
  if (!isObject(rules)) return {};
  return {
    isReferenceMandatory: flag(rules, "is_reference_mandatory"),
    isCommitMessageChangeAllowed: flag(rules, "is_commit_message_change_allowed"),
  };
}

function flag(rules: JsonObject, name: string): boolean {
  const value = rules[name];
  if (typeof value !== "boolean") throw new Refusal(400, `\`settings[commit_rules][${name}]\` is required.`);
  return value;
}

function immutableTags(tags: Json | undefined): Partial<SvnSettings> {
  if (!isObject(tags)) return {};
  return {
    immutablePaths: texts(tags, "paths", "immutable_tags"),
    immutableExceptions: texts(tags, "whitelist", "immutable_tags"),
  };
}

function texts(owner: JsonObject, name: string, part: string): readonly string[] {
  const value = owner[name];
  if (!isList(value)) throw new Refusal(400, `\`settings[${part}][${name}]\` is required.`);
  const list = value.map(scalarText);
  if (Buffer.byteLength(list.join("\n")) > longestList) throw new Refusal(400, `\`${name}\` is too long`);
  return list;
}

function notifications(given: Json | undefined, project: Project, world: World): readonly SvnNotification[] {
  if (!isList(given)) return [];
  const read = given.map((each) => notification(isObject(each) ? each : {}, project, world));
  if (hasRepetition(read.map(({ path }) => path))) throw new Refusal(400, "A path is notified of only once");
  return read;
}

function notification(given: JsonObject, project: Project, world: World): SvnNotification {
  const path = scalarText(given["path"]);
  const emails = texts(given, "emails", "email_notifications");
  const userIds = texts(given, "users", "email_notifications").map(Number);
  const groupIds = texts(given, "user_groups", "email_notifications");
  if (path === "" || emails.length + userIds.length + groupIds.length === 0) {
    throw new Refusal(400, "A notification needs a path and somebody to tell");
  }
  if (hasRepetition(emails)) throw new Refusal(400, `An address is there twice for ${path}`);
  const stranger = userIds.find((id) => world.people.get(id)?.status !== "active");
  if (stranger !== undefined) throw new Refusal(400, `There is no active user ${stranger}`);
  const foreign = groupIds.find((id) => ![`${project.id}_3`, `${project.id}_4`].includes(id));
  if (foreign !== undefined) throw new Refusal(400, `Group ${foreign} can't be told`);
  return { path, emails, userIds, groupIds };
}

function hasRepetition(list: readonly string[]): boolean {
  return new Set(list).size < list.length;
}

/** A letter, then at least two more letters, digits, dashes, underscores or dots; and free. */
export function checkRepositoryName(name: string, project: Project, world: World): void {
  const isName = /^[A-Za-z][A-Za-z0-9_.-]{2,254}$/.test(name);
  if (!isName) throw new Refusal(409, "This is no name for a repository");
  if (world.svn.of(project).some((repository) => repository.name === name)) {
    throw new Refusal(409, "The project has a repository of that name");
  }
}
