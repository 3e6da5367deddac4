import { isObject, parseJson, scalarText } from "../../http/json.ts";
import { empty, ok } from "../../http/message.ts";
import type { Answer, Header } from "../../http/message.ts";
import { page } from "../../http/parameters.ts";
import { Refusal, announcing } from "../../http/refusal.ts";
import type { Call, Route } from "../../http/route.ts";
import { isAdministrator, projectAccess } from "../../state/access.ts";
import { slice } from "../../state/reading.ts";
import type { SvnRepository } from "../../state/svn.ts";
import { bodyObject } from "../../writing/body.ts";
import { checkRepositoryName, svnSettings } from "../../writing/svnSettings.ts";
import { requireOpenPlatform, requireProject } from "../access.ts";
import { paginationHeaders } from "../pagination.ts";
import { repository, repositoryWithSettings } from "../represent/svn.ts";

const listAllow = "OPTIONS, GET";
const createAllow = "OPTIONS, POST";
const allow = "OPTIONS, GET, PUT, DELETE";

export const svnRoutes: readonly Route[] = [
  { method: "GET", path: "/projects/{id}/svn", allow: listAllow, handle: list },
  { method: "POST", path: "/svn", allow: createAllow, credentials: "required", handle: create },
  { method: "GET", path: "/svn/{id}", allow, handle: read },
  { method: "PUT", path: "/svn/{id}", allow, credentials: "required", handle: update },
  { method: "DELETE", path: "/svn/{id}", allow, credentials: "required", handle: remove },
];

/** Announces a largest page and does not insist on it. */
function list(call: Call): Answer {
  const window = page(call.query, { fallback: 10, min: 0 });
  const project = requireProject(call, call.id("id"));
  const headers: readonly Header[] = [["Allow", listAllow]];
  const name = announcing(headers, () => nameIn(call));
  const wanted = call.world.svn.of(project).filter((each) => name === undefined || each.name === name);
  const { items, size } = slice(wanted, window);
  return ok({ repositories: items.map(repository) }, ...headers, ...paginationHeaders(window, size, 50));
}

function nameIn({ query }: Call): string | undefined {
  const text = query.get("query");
  if (text === undefined) return undefined;
  const criteria = parseJson(text);
  const name = isObject(criteria) ? criteria["name"] : undefined;
  if (typeof name !== "string") throw new Refusal(400, "Only a `name` can be searched for");
  return name;
}

function create(call: Call): Answer {
  const { world, viewer } = call;
  const body = bodyObject(call.body);
  for (const name of ["project_id", "name"]) {
    if ((body[name] ?? null) === null) throw new Refusal(400, `\`${name}\` is required.`);
  }
  const headers: readonly Header[] = [["Allow", createAllow]];
  return announcing(headers, () => {
    const project = world.projects.get(Number(scalarText(body["project_id"])));
    if (project === undefined) throw new Refusal(400, "There is no such project");
    if (projectAccess(viewer, project) !== "granted") throw new Refusal(403);
    const usesSvn = project.extraResources.includes("svn");
    if (!usesSvn) throw new Refusal(400, "The project does not use Subversion");
    if (!isAdministrator(viewer, project)) throw new Refusal(403, "You may not create repositories here");
    const settings = svnSettings(body["settings"], "create", project, world);
    const name = scalarText(body["name"]);
    checkRepositoryName(name, project, world);
    const created = world.svn.create(project, name, settings);
    return { ...ok(repositoryWithSettings(created, world), ...headers), status: 201 };
  });
}

function read(call: Call): Answer {
  const item = requireRepository(call);
  return ok(
    isAdministrator(call.viewer, item.project) ? repositoryWithSettings(item, call.world) : repository(item),
    ["Allow", allow],
  );
}

function update(call: Call): Answer {
  const { settings } = bodyObject(call.body);
  if (!isObject(settings)) throw new Refusal(400, "`settings` is required.");
  const item = requireRepository(call);
  const headers: readonly Header[] = [["Allow", allow]];
  return announcing(headers, () => {
    requireAdministrator(call, item);
    const changed = call.world.svn.change(item, svnSettings(settings, "update", item.project, call.world));
    return ok(repositoryWithSettings(changed, call.world), ...headers);
  });
}

/** Only queued: it leaves the list, but whoever knows its number still finds it. */
function remove(call: Call): Answer {
  const item = requireRepository(call);
  const headers: readonly Header[] = [["Allow", allow]];
  announcing(headers, () => {
    requireAdministrator(call, item);
    if (!call.world.svn.queueDeletion(item)) throw new Refusal(400, "It is to be deleted already");
  });
  return empty(202, ...headers);
}

/** One in a project that may not be seen is as good as none, and told in fewer words. */
function requireRepository(call: Call): SvnRepository {
  requireOpenPlatform(call);
  const item = call.world.svn.byId(call.id("id"));
  if (item === undefined) throw new Refusal(404, "There is no such repository");
  if (projectAccess(call.viewer, item.project) !== "granted") throw new Refusal(404);
  return item;
}

function requireAdministrator({ viewer }: Call, { project }: SvnRepository): void {
  if (!isAdministrator(viewer, project)) throw new Refusal(403, "You do not administer this repository");
}
