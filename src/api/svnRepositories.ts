// The Subversion repositories of a project. The specification has no way to list them: servers without one answer with 404.
import * as z from "zod";
import type { Page } from "../model/page.ts";
import type { Project } from "../model/project.ts";
import type { SvnSummary } from "../model/svn.ts";
import { readPage } from "./collection.ts";
import { subResource } from "./format/subResource.ts";
import { integer, optionalText } from "./format/wire.ts";
import type { Http } from "./network/http.ts";
import { unlessAbsent } from "./unlessAbsent.ts";

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
