import type { Artifact } from "../../model/artifact.ts";
import { isFailure } from "../../model/failure.ts";
import type { SiteCatalog } from "../catalog.ts";

/**
 * The short name of an artifact's project. A server that tells the project tells its number only, and one that tells none
 * may have listed the artifact's tracker before. Undefined where nothing of that helps: work goes on without it.
 */
export async function projectName(
  catalog: SiteCatalog,
  { projectId }: Pick<Artifact, "projectId">,
  trackerId: number,
  signal?: AbortSignal,
): Promise<string | undefined> {
  if (projectId === undefined) return catalog.projectHolding(trackerId)?.shortName;
  const seen = catalog.seenProjects.find(({ id }) => id === projectId);
  if (seen !== undefined) return seen.shortName;
  try {
    const { client } = await catalog.connection();
    return (await client.project(projectId, signal)).shortName;
  } catch (failure) {
    if (!isFailure(failure) || failure.kind === "cancelled") throw failure;
    return undefined;
  }
}
