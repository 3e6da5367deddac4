import * as z from "zod";
import { isFailure, NotUnderstood } from "../model/failure.ts";
import type { Page } from "../model/page.ts";
import type { Project } from "../model/project.ts";
import { readPage } from "./collection.ts";
import type { Http } from "./network/http.ts";
import { dispensableText, integer, listOf, optionalBoolean } from "./format/wire.ts";

const projectSchema = z.object({
  id: integer,
  uri: z.string(),
  label: z.string(),
  shortname: z.string(),
  description: dispensableText,
  access: dispensableText,
  is_member_of: optionalBoolean,
  resources: listOf(z.object({ type: z.string(), uri: z.string() })),
});

function toProject(wire: z.infer<typeof projectSchema>): Project {
  const { id, uri, label, shortname, description, access, is_member_of, resources } = wire;
  return {
    kind: "project",
    id,
    uri,
    label,
    shortName: shortname,
    description,
    access,
    isMember: is_member_of,
    resources,
  };
}

const largestPage = 50;

export async function listProjects(http: Http, offset: number, signal?: AbortSignal): Promise<Page<Project>> {
  const answer = await http.send({ uri: "projects", parameters: { limit: largestPage, offset }, signal });
  return readPage(answer, offset, projectSchema, toProject);
}

export async function readProject(http: Http, projectId: number, signal?: AbortSignal): Promise<Project> {
  const answer = await http.send({ uri: `projects/${projectId}`, signal });
  const wire = projectSchema.safeParse(answer.body);
  if (!wire.success) throw new NotUnderstood(answer.request, "shape", wire.error);
  return toProject(wire.data);
}

const noProjects: Page<Project> = { items: [], next: undefined, size: 0 };

/**
 * The projects one is a member of. A server that does not know the question refuses it or answers with all
 * projects; the latter shows in that no project says whether one is a member.
 */
export async function listMemberProjects(
  http: Http,
  offset: number,
  signal?: AbortSignal,
): Promise<Page<Project>> {
  const query = JSON.stringify({ is_member_of: true });
  try {
    const answer = await http.send({
      uri: "projects",
      parameters: { limit: largestPage, offset, query },
      signal,
    });
    const page = readPage(answer, offset, projectSchema, toProject);
    const projects = page.items.filter((item) => item.kind === "project");
    const isAnswered = projects.length === 0 || projects.some(({ isMember }) => isMember !== undefined);
    if (!isAnswered) return noProjects;
    return {
      ...page,
      items: page.items.filter((item) => item.kind === "unreadable" || item.isMember === true),
    };
  } catch (failure) {
    if (isFailure(failure) && failure.kind === "invalid") return noProjects;
    throw failure;
  }
}
