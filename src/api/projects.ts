import * as z from "zod";
import type { Page } from "../model/page.ts";
import type { Project } from "../model/project.ts";
import { readPage } from "./collection.ts";
import type { Http } from "./http.ts";
import { optionalBoolean, optionalText } from "./wire.ts";

const projectSchema = z.object({
  id: z.int(),
  uri: z.string(),
  label: z.string(),
  shortname: z.string(),
  description: optionalText,
  access: optionalText,
  is_member_of: optionalBoolean,
  resources: z
    .array(z.unknown())
    .nullish()
    .transform((resources) => resources ?? []),
});

const resourceSchema = z.object({ type: z.string(), uri: z.string() });

function toProject(wire: z.infer<typeof projectSchema>): Project {
  return {
    kind: "project",
    id: wire.id,
    uri: wire.uri,
    label: wire.label,
    shortName: wire.shortname,
    description: wire.description,
    access: wire.access,
    isMember: wire.is_member_of,
    resources: wire.resources.flatMap((each) => {
      const resource = resourceSchema.safeParse(each);
      return resource.success ? [resource.data] : [];
    }),
  };
}

const largestPage = 50;

export async function listProjects(http: Http, offset: number, signal?: AbortSignal): Promise<Page<Project>> {
  const answer = await http.get("projects", { parameters: { limit: largestPage, offset }, signal });
  return readPage(answer, offset, projectSchema, toProject);
}

/**
 * The projects one is a member of. A server that does not know the question answers it with all projects,
 * which shows: then no project says whether one is a member, and none is returned.
 */
export async function listMemberProjects(
  http: Http,
  offset: number,
  signal?: AbortSignal,
): Promise<Page<Project>> {
  const query = JSON.stringify({ is_member_of: true });
  const answer = await http.get("projects", { parameters: { limit: largestPage, offset, query }, signal });
  const page = readPage(answer, offset, projectSchema, toProject);
  const isAnswered = page.items.some((item) => item.kind === "project" && item.isMember !== undefined);
  if (!isAnswered) return { items: [], next: undefined, size: 0 };
  return {
    ...page,
    items: page.items.filter((item) => item.kind === "unreadable" || item.isMember === true),
  };
}
