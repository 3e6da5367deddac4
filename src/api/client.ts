// The REST client: data plus one function per thing a server can be asked. Free of VS Code.
import type { ArtifactRow } from "../model/artifact.ts";
import type { ArtifactDetails } from "../model/artifactDetails.ts";
import type { Page } from "../model/page.ts";
import type { Project } from "../model/project.ts";
import type { TrackerSummary } from "../model/tracker.ts";
import { listArtifacts, readArtifact } from "./artifacts.ts";
import type { Credential } from "./credential.ts";
import { createHttp, type Observer } from "./http.ts";
import { listMemberProjects, listProjects } from "./projects.ts";
import {
  type AnonymousAccess,
  checkCredential,
  type CredentialCheck,
  probe,
  withDiagnosis,
} from "./signIn.ts";
import { listTrackers } from "./trackers.ts";
import { createTransport, type TransportLimits, usualLimits } from "./transport.ts";

export interface ClientOptions {
  /** Root of the REST API, without a trailing slash. */
  readonly api: string;
  readonly credential: Credential | undefined;
  readonly caFile: string | undefined;
  readonly observe: Observer;
  readonly limits?: TransportLimits;
}

export interface Client {
  probe(signal?: AbortSignal): Promise<AnonymousAccess>;
  checkCredential(signal?: AbortSignal): Promise<CredentialCheck>;
  projects(offset: number, signal?: AbortSignal): Promise<Page<Project>>;
  memberProjects(offset: number, signal?: AbortSignal): Promise<Page<Project>>;
  trackers(project: Project, offset: number, signal?: AbortSignal): Promise<Page<TrackerSummary>>;
  artifacts(tracker: TrackerSummary, offset: number, signal?: AbortSignal): Promise<Page<ArtifactRow>>;
  artifact(artifactId: number, signal?: AbortSignal): Promise<ArtifactDetails>;
  /** Ends what is under way and frees the connections. */
  close(): Promise<void>;
}

export function createClient({
  api,
  credential,
  caFile,
  observe,
  limits = usualLimits,
}: ClientOptions): Client {
  const transport = createTransport(caFile, limits);
  const anonymous = createHttp(api, undefined, transport, observe);
  const http =
    credential === undefined
      ? anonymous
      : withDiagnosis(createHttp(api, credential, transport, observe), anonymous);
  return {
    probe: (signal) => probe(anonymous, signal),
    checkCredential: (signal) => checkCredential(http, signal),
    projects: (offset, signal) => listProjects(http, offset, signal),
    memberProjects: (offset, signal) => listMemberProjects(http, offset, signal),
    trackers: (project, offset, signal) => listTrackers(http, project, offset, signal),
    artifacts: (tracker, offset, signal) => listArtifacts(http, tracker, offset, signal),
    artifact: (artifactId, signal) => readArtifact(http, artifactId, signal),
    close: () => transport.close(),
  };
}
