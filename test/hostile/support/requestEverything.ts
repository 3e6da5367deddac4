// Sends every kind of read request to a server, whatever it responds.
import type { Client } from "../../../src/api/client.ts";
import { createSearchQuery } from "../../../src/model/query/artifactMatching.ts";
import { createForm } from "../../../src/model/form/createForm.ts";
import { type Failure, isFailure } from "../../../src/model/failure.ts";
import type { Artifact } from "../../../src/model/artifact.ts";

export interface RequestSummary {
  readonly requestCount: number;
  readonly failures: readonly Failure[];
}

/** An artifact with a field of every type, and the tracker of bugs. */
const gaugeArtifactId = 49;
const bugsTrackerId = 11;
const firstRepository = 1;

export async function requestEverything(client: Client): Promise<RequestSummary> {
  const failures: Failure[] = [];
  let requestCount = 0;
  const attempt = async <T>(send: () => Promise<T>): Promise<T | undefined> => {
    requestCount += 1;
    try {
      return await send();
    } catch (failure) {
      // Any other error is a bug and fails the test.
      if (!isFailure(failure)) throw failure;
      failures.push(failure);
      return undefined;
    }
  };

  await attempt(() => client.serverVersion());
  await attempt(() => client.checkCredential());
  await attempt(() => client.keyExpiry());
  await attempt(() => client.currentUser());
  await attempt(() => client.findUsers("nowak"));
  const projects = await attempt(() => client.projects(0));
  await attempt(() => client.memberProjects(0));
  for (const project of projects?.items.slice(0, 2) ?? []) {
    if (project.kind !== "project") continue;
    const trackers = await attempt(() => client.trackers(project, 0));
    await attempt(() => client.svnRepositories(project, 0));
    await attempt(() => client.userGroups(project.id));
    for (const tracker of trackers?.items.slice(0, 2) ?? []) {
      if (tracker.kind === "unreadable") continue;
      await attempt(() => client.artifacts(tracker, { offset: 0 }));
    }
  }
  const tracker = await attempt(() => client.tracker(bugsTrackerId));
  await attempt(() => client.reports(bugsTrackerId, 0));
  await attempt(() => client.myArtifacts("assigned", { offset: 0 }));
  await attempt(() => client.findAcrossTrackers(createSearchQuery("map"), { offset: 0 }));
  await attempt(() => client.findByFullText("map"));
  if (tracker !== undefined) {
    await attempt(() => client.findArtifacts(tracker, [], { offset: 0 }));
    await attempt(() => client.findByTql(tracker, "@title = 'x'", { offset: 0 }));
  }
  const artifact = await attempt(() => client.artifactWithStructure(gaugeArtifactId));
  await attempt(() => client.cachedClient.artifact(gaugeArtifactId));
  await attempt(() => client.artifactsById([gaugeArtifactId, gaugeArtifactId + 1]));
  if (artifact !== undefined) {
    // No response may make the creation of a form fail.
    if (artifact.structure !== undefined) createForm(artifact.structure, artifact.values);
    await requestArtifactParts(client, artifact, attempt);
  }
  await attempt(() => client.svnRepository(firstRepository));
  await attempt(() => client.fetchRawResponse(`artifacts/${gaugeArtifactId}`, 100_000));
  await attempt(() => client.fetchRawResponse(artifact?.changesetsUri ?? "projects", 100_000));
  return { requestCount, failures };
}

async function requestArtifactParts(
  client: Client,
  artifact: Artifact,
  attempt: <T>(send: () => Promise<T>) => Promise<T | undefined>,
): Promise<void> {
  const { changesetsUri } = artifact;
  const page = { offset: 0, limit: 10 };
  if (changesetsUri !== undefined) await attempt(() => client.changesets(changesetsUri, page));
  for (const entry of artifact.values) {
    if (entry.kind !== "entry" || entry.value.kind !== "files") continue;
    for (const file of entry.value.files.slice(0, 2)) {
      await attempt(async () => {
        for await (const bytes of (await client.download(file)).bytes) void bytes;
      });
      const { page } = file;
      if (page !== undefined) await attempt(() => client.fetchImage(page));
    }
  }
}
