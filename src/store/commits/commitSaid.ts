import type { SiteCatalog } from "../catalog.ts";
import { History } from "../history.ts";

/** Whether one of the newest comments on an artifact names a commit already. */
export async function isCommitSaid(
  catalog: SiteCatalog,
  artifactId: number,
  hash: string,
  signal: AbortSignal,
): Promise<boolean> {
  const { client } = await catalog.connection();
  const { changesetsUri } = await client.artifact(artifactId, signal);
  if (changesetsUri === undefined) return false;
  const history = new History((offset, limit) => client.changesets(changesetsUri, { offset, limit }, signal));
  await history.readNewest();
  return history.entries.some(({ changeset: { comment } }) => comment?.source.includes(hash) === true);
}
