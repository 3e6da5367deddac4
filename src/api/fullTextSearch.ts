// Full-text search, which only some servers have.
import * as z from "zod";
import { isFailure, isMissingApiRoute } from "../model/failure.ts";
import type { FoundArtifact } from "../model/query/artifactMatching.ts";
import { integerSchema, lenientListSchema, lenientTextSchema, unknownSchema } from "./format/wireSchemas.ts";
import type { HttpClient } from "./network/httpClient.ts";

const maxResults = 50;

const badgeSchema = z.object({ label: lenientTextSchema });
const projectSchema = z.object({ label: lenientTextSchema });
const entrySchema = z.object({
  type: z.literal("artifact"),
  per_type_id: integerSchema,
  title: lenientTextSchema,
  html_url: lenientTextSchema,
  xref: lenientTextSchema,
  color_name: lenientTextSchema,
  project: unknownSchema,
  badges: lenientListSchema(badgeSchema),
});

/** The tracker is only named by the keyword of a reference such as "bug #12". */
function toFoundArtifact(entry: z.infer<typeof entrySchema>): FoundArtifact {
  const keyword = entry.xref?.split(" #")[0];
  return {
    kind: "artifact",
    id: entry.per_type_id,
    title: entry.title,
    status: entry.badges[0]?.label,
    isOpen: undefined,
    page: entry.html_url,
    assignees: [],
    submittedBy: undefined,
    submittedOn: undefined,
    modifiedOn: undefined,
    tracker: keyword === undefined ? undefined : { id: undefined, label: keyword, color: entry.color_name },
    project: projectSchema.safeParse(entry.project).data?.label,
  };
}

/** Artifacts with these words in any text, comments included. `undefined` if the server has no full-text search. */
export async function findByFullText(
  http: HttpClient,
  keywords: string,
  signal?: AbortSignal,
): Promise<readonly FoundArtifact[] | undefined> {
  try {
    const { body } = await http.send({
      method: "POST",
      uri: "search",
      parameters: { limit: maxResults },
      body: { search_query: { keywords } },
      isChange: false,
      signal,
    });
    // Other results, such as documents, don't match the schema.
    return lenientListSchema(entrySchema).parse(body).map(toFoundArtifact);
  } catch (failure) {
    if (isFailure(failure) && isMissingApiRoute(failure)) return undefined;
    throw failure;
  }
}
