// What commit messages are made of: templates, comment characters, prepared messages.
import { access } from "node:fs/promises";
import { join } from "node:path";
import type { Artifact } from "../../model/artifact.ts";
import { isFailure } from "../../model/failure.ts";
import { fieldText, type FieldValue } from "../../model/fields/registry.ts";
import { localTime } from "../../model/localTime.ts";
import type { TemplateArtifact } from "../../model/reference/template.ts";
import type { SiteCatalog } from "../catalog.ts";
import { History } from "../history.ts";
import { trackerOf } from "../readBase.ts";
import { configEntries, gitFolderOf, type Repository } from "./git.ts";

const usual = "#";

/** What begins a comment in the message files of a repository. */
export async function commentMark(repository: Repository): Promise<string> {
  const told = await configEntries(repository, /^core\.comment(char|string)$/);
  const last = told.kind === "entries" ? told.entries.at(-1)?.value : undefined;
  // `auto` is another one only where a message has lines that begin with the usual one.
  return last === undefined || last === "" || last === "auto" ? usual : last;
}

/** Where git keeps a message for a merge, a cherry-pick, a revert and the like until it is used. */
const files = ["MERGE_MSG", "SQUASH_MSG"] as const;

async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** Whether something is under way that brings a message along. A stash that is in conflict brings none. */
export async function isMessageUnderWay(repository: Repository): Promise<boolean> {
  const told = await gitFolderOf(repository);
  if (told.kind !== "folder") return false;
  return (await Promise.all(files.map((name) => isThere(join(told.folder, name))))).includes(true);
}

/** Where git itself has a text for the next message: that of a merge or the like, which ends, or a template. */
export async function preparedMessage(repository: Repository): Promise<"underWay" | "template" | undefined> {
  if (await isMessageUnderWay(repository)) return "underWay";
  const told = await configEntries(repository, /^commit\.template$/);
  const hasTemplate = told.kind === "entries" && told.entries.some(({ value }) => value !== "");
  return hasTemplate ? "template" : undefined;
}

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

/**
 * The short name of an artifact's project. A server that tells the project tells its number only, and one that tells none
 * may have listed the artifact's tracker before. Undefined where nothing of that helps: work goes on without it.
 */
async function projectName(
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

function textOfValue(value: FieldValue): string {
  return value.kind === "date" ? localTime(value.date ?? "") : fieldText(value);
}

/** An artifact as it is now, with all that a template may name of it. */
export async function templateArtifact(
  catalog: SiteCatalog,
  artifactId: number,
  {
    trackerId,
    signal,
  }: { readonly trackerId?: number | undefined; readonly signal?: AbortSignal | undefined },
): Promise<TemplateArtifact> {
  const { client } = await catalog.connection();
  const artifact = await client.artifactWithStructure(artifactId, signal);
  const tracker = await trackerOf(catalog, artifact, { trackerId, how: "known" });
  const texts = new Map(
    artifact.values.flatMap((each): readonly (readonly [number, string])[] =>
      each.kind === "entry" ? [[each.fieldId, textOfValue(each.value)]] : [],
    ),
  );
  const fields = new Map(tracker.fields.map(({ id, name }) => [name, texts.get(id) ?? ""]));
  const { titleFieldId, status } = tracker.semantics;
  const textOf = (fieldId: number | undefined): string | undefined =>
    fieldId === undefined ? undefined : texts.get(fieldId);
  const label = tracker.label === "" ? undefined : tracker.label;
  return {
    id: artifact.id,
    title: artifact.title ?? textOf(titleFieldId),
    status: artifact.status ?? textOf(status?.fieldId),
    tracker: tracker.itemName ?? label,
    project: await projectName(catalog, artifact, tracker.id, signal),
    fields,
  };
}
