// Commit message templates, comment characters and prepared messages.
import { access } from "node:fs/promises";
import { join } from "node:path";
import type { Artifact } from "../../model/artifact.ts";
import { isFailure } from "../../model/failure.ts";
import { toFieldText, type FieldValue } from "../../model/fields/registry.ts";
import { formatLocalTime } from "../../model/localTime.ts";
import type { TemplateArtifact } from "../../model/reference/template.ts";
import type { SiteCatalog } from "../catalog.ts";
import { ArtifactHistory } from "../artifactHistory.ts";
import { loadTrackerOrPlaceholder } from "../loadDraftBase.ts";
import { readGitConfig, findDotGitFolder, type GitPathAndFolder } from "./git.ts";

const defaultCommentPrefix = "#";

/** The prefix of comment lines in the repository's message files. */
export async function readCommentPrefix(repository: GitPathAndFolder): Promise<string> {
  const config = await readGitConfig(repository, /^core\.comment(char|string)$/);
  const last = config.kind === "entries" ? config.entries.at(-1)?.value : undefined;
  // `auto` differs from the default only if a message has lines that start with it.
  return last === undefined || last === "" || last === "auto" ? defaultCommentPrefix : last;
}

/** Where git stores the message of a merge, cherry-pick, revert and so on. */
const messageFiles = ["MERGE_MSG", "SQUASH_MSG"] as const;

async function fileExists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** Whether an operation with a prepared message is in progress. A stash with conflicts has none. */
export async function hasMergeOrSquashMessage(repository: GitPathAndFolder): Promise<boolean> {
  const gitFolder = await findDotGitFolder(repository);
  if (gitFolder.kind !== "folder") return false;
  return (await Promise.all(messageFiles.map((name) => fileExists(join(gitFolder.folder, name))))).includes(
    true,
  );
}

/** Whether git prepares the next message: for an operation in progress, or from a template. */
export async function findPreparedMessageKind(
  repository: GitPathAndFolder,
): Promise<"pending" | "template" | undefined> {
  if (await hasMergeOrSquashMessage(repository)) return "pending";
  const config = await readGitConfig(repository, /^commit\.template$/);
  const hasTemplate = config.kind === "entries" && config.entries.some(({ value }) => value !== "");
  return hasTemplate ? "template" : undefined;
}

/** Whether one of the newest comments of an artifact mentions the commit. */
export async function isCommitInArtifactComments(
  catalog: SiteCatalog,
  artifactId: number,
  hash: string,
  signal: AbortSignal,
): Promise<boolean> {
  const { client } = await catalog.connect();
  const { changesetsUri } = await client.artifact(artifactId, signal);
  if (changesetsUri === undefined) return false;
  const history = new ArtifactHistory((offset, limit) =>
    client.changesets(changesetsUri, { offset, limit }, signal),
  );
  await history.loadNewest();
  return history.entries.some(({ changeset: { comment } }) => comment?.source.includes(hash) === true);
}

/**
 * The short name of the artifact's project; `undefined` if it isn't known. Servers report the project ID at most,
 * otherwise the project may be known from a list of trackers.
 */
async function loadProjectName(
  catalog: SiteCatalog,
  { projectId }: Pick<Artifact, "projectId">,
  trackerId: number,
  signal?: AbortSignal,
): Promise<string | undefined> {
  if (projectId === undefined) return catalog.findProjectOfTracker(trackerId)?.shortName;
  const loadedProject = catalog.loadedProjects.find(({ id }) => id === projectId);
  if (loadedProject !== undefined) return loadedProject.shortName;
  try {
    const { client } = await catalog.connect();
    return (await client.project(projectId, signal)).shortName;
  } catch (failure) {
    if (!isFailure(failure) || failure.kind === "canceled") throw failure;
    return undefined;
  }
}

function formatValue(value: FieldValue): string {
  return value.kind === "date" ? formatLocalTime(value.date ?? "") : toFieldText(value);
}

/** The current artifact, with all values that a template may use. */
export async function loadArtifactForTemplate(
  catalog: SiteCatalog,
  artifactId: number,
  {
    trackerId,
    signal,
  }: { readonly trackerId?: number | undefined; readonly signal?: AbortSignal | undefined },
): Promise<TemplateArtifact> {
  const { client } = await catalog.connect();
  const artifact = await client.artifactWithStructure(artifactId, signal);
  const tracker = await loadTrackerOrPlaceholder(catalog, artifact, { trackerId, source: "known" });
  const texts = new Map(
    artifact.values.flatMap((each): readonly (readonly [number, string])[] =>
      each.kind === "entry" ? [[each.fieldId, formatValue(each.value)]] : [],
    ),
  );
  const fields = new Map(tracker.fields.map(({ id, name }) => [name, texts.get(id) ?? ""]));
  const { titleFieldId, status } = tracker.semantics;
  const getText = (fieldId: number | undefined): string | undefined =>
    fieldId === undefined ? undefined : texts.get(fieldId);
  const label = tracker.label === "" ? undefined : tracker.label;
  return {
    id: artifact.id,
    title: artifact.title ?? getText(titleFieldId),
    status: artifact.status ?? getText(status?.fieldId),
    tracker: tracker.itemName ?? label,
    project: await loadProjectName(catalog, artifact, tracker.id, signal),
    fields,
  };
}
