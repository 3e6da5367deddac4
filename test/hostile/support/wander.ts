// Asks a server for everything that there is to ask for, whatever it says.
import type { Client } from "../../../src/api/client.ts";
import { formOf } from "../../../src/model/form/build.ts";
import { type Failure, isFailure } from "../../../src/model/failure.ts";
import type { Artifact } from "../../../src/model/artifact.ts";

/** What somebody meets on the way. */
export interface Met {
  readonly asked: number;
  readonly failures: readonly Failure[];
}

/** An artifact with a field of every type, and the tracker of bugs. */
const gauge = 49;
const bugs = 11;
const firstRepository = 1;

export async function wander(client: Client): Promise<Met> {
  const failures: Failure[] = [];
  let asked = 0;
  const tried = async <T>(ask: () => Promise<T>): Promise<T | undefined> => {
    asked += 1;
    try {
      return await ask();
    } catch (failure) {
      // Whatever else is thrown is a defect, and ends the test.
      if (!isFailure(failure)) throw failure;
      failures.push(failure);
      return undefined;
    }
  };

  await tried(() => client.version());
  await tried(() => client.checkCredential());
  await tried(() => client.keyExpiry());
  await tried(() => client.self());
  await tried(() => client.people("nowak"));
  const projects = await tried(() => client.projects(0));
  await tried(() => client.memberProjects(0));
  for (const project of projects?.items.slice(0, 2) ?? []) {
    if (project.kind !== "project") continue;
    const trackers = await tried(() => client.trackers(project, 0));
    await tried(() => client.svnRepositories(project, 0));
    await tried(() => client.userGroups(project.id));
    for (const tracker of trackers?.items.slice(0, 2) ?? []) {
      if (tracker.kind === "unreadable") continue;
      await tried(() => client.artifacts(tracker, { offset: 0 }));
    }
  }
  const tracker = await tried(() => client.tracker(bugs));
  await tried(() => client.reports(bugs, 0));
  await tried(() => client.ownArtifacts("assigned", { offset: 0 }));
  if (tracker !== undefined) {
    await tried(() => client.find(tracker, [], { offset: 0 }));
    await tried(() => client.findByText(tracker, "@title = 'x'", { offset: 0 }));
  }
  const artifact = await tried(() => client.artifactWithStructure(gauge));
  await tried(() => client.lastSeen.artifact(gauge));
  await tried(() => client.artifactsById([gauge, gauge + 1]));
  if (artifact !== undefined) {
    // What would be shown of it; nothing in an answer may make that fail.
    if (artifact.structure !== undefined) formOf(artifact.structure, artifact.values);
    await ofArtifact(client, artifact, tried);
  }
  await tried(() => client.svn(firstRepository));
  await tried(() => client.raw(`artifacts/${gauge}`, 100_000));
  await tried(() => client.raw(artifact?.uri ?? "projects", 100_000));
  return { asked, failures };
}

async function ofArtifact(
  client: Client,
  artifact: Artifact,
  tried: <T>(ask: () => Promise<T>) => Promise<T | undefined>,
): Promise<void> {
  const { changesetsUri } = artifact;
  const page = { offset: 0, limit: 10 };
  if (changesetsUri !== undefined) await tried(() => client.changesets(changesetsUri, page));
  for (const entry of artifact.values) {
    if (entry.kind !== "entry" || entry.value.kind !== "files") continue;
    for (const file of entry.value.files.slice(0, 2)) {
      await tried(async () => {
        for await (const bytes of (await client.download(file)).bytes) void bytes;
      });
      const { page } = file;
      if (page !== undefined) await tried(() => client.image(page));
    }
  }
}
