import * as z from "zod";
import { isFailure, UnexpectedResponse } from "../model/failure.ts";
import type { CollectionPage } from "../model/collectionPage.ts";
import type { Project } from "../model/project.ts";
import { parsePage } from "./pagination.ts";
import type { HttpClient } from "./network/httpClient.ts";
import {
  lenientTextSchema,
  integerSchema,
  lenientListSchema,
  optionalBooleanSchema,
  unknownSchema,
} from "./format/wireSchemas.ts";

const projectSchema = z.object({
  id: integerSchema,
  uri: z.string(),
  label: z.string(),
  shortname: z.string(),
  description: lenientTextSchema,
  access: lenientTextSchema,
  is_member_of: optionalBooleanSchema,
  resources: lenientListSchema(z.object({ type: z.string(), uri: z.string() })),
  additional_informations: unknownSchema,
});

/** Absent, or an empty list, without a planning. */
const planningSchema = z.object({
  agiledashboard: z.object({ root_planning: z.object({ id: integerSchema }) }),
});

function toProject(wire: z.infer<typeof projectSchema>): Project {
  const { id, uri, label, shortname, description, access, is_member_of, resources, additional_informations } =
    wire;
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
    hasMilestones: planningSchema.safeParse(additional_informations).success,
  };
}

const maxPageSize = 50;

export async function fetchProjectsPage(
  http: HttpClient,
  offset: number,
  signal?: AbortSignal,
): Promise<CollectionPage<Project>> {
  const response = await http.send({ uri: "projects", parameters: { limit: maxPageSize, offset }, signal });
  return parsePage(response, offset, projectSchema, toProject);
}

export async function fetchProject(
  http: HttpClient,
  projectId: number,
  signal?: AbortSignal,
): Promise<Project> {
  const response = await http.send({ uri: `projects/${projectId}`, signal });
  const wire = projectSchema.safeParse(response.body);
  if (!wire.success) throw new UnexpectedResponse(response.request, "shape", wire.error);
  return toProject(wire.data);
}

const noProjects: CollectionPage<Project> = { items: [], nextOffset: undefined, total: 0 };

/**
 * Projects that the user is a member of. A server without this query rejects it or returns all projects; the
 * latter shows in that no project has a membership flag.
 */
export async function fetchMemberProjectsPage(
  http: HttpClient,
  offset: number,
  signal?: AbortSignal,
): Promise<CollectionPage<Project>> {
  const query = JSON.stringify({ is_member_of: true });
  try {
    const response = await http.send({
      uri: "projects",
      parameters: { limit: maxPageSize, offset, query },
      signal,
    });
    const page = parsePage(response, offset, projectSchema, toProject);
    const projects = page.items.filter((item) => item.kind === "project");
    const isSupported = projects.length === 0 || projects.some(({ isMember }) => isMember !== undefined);
    if (!isSupported) return noProjects;
    return {
      ...page,
      items: page.items.filter((item) => item.kind === "unreadable" || item.isMember === true),
    };
  } catch (failure) {
    if (isFailure(failure) && failure.kind === "invalidRequest") return noProjects;
    throw failure;
  }
}
