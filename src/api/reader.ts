// What a site is asked for to be shown: with the newest that it says, or with what it said last.
import type { Artifact, ArtifactRow } from "../model/artifact.ts";
import type { Changeset } from "../model/history.ts";
import type { Page, Unreadable } from "../model/page.ts";
import type { Project } from "../model/project.ts";
import type { Criterion } from "../model/query/query.ts";
import type { PlacedRow } from "../model/query/rows.ts";
import type { Report } from "../model/query/savedQuery.ts";
import type { Tracker, TrackerSummary } from "../model/tracker.ts";
import type { Person } from "../model/user.ts";
import {
  type Concern,
  type CriteriaPlace,
  findArtifacts,
  findByText,
  type FoundPage,
  listArtifacts,
  type ListOptions,
  listOwnArtifacts,
} from "./artifactLists.ts";
import { readArtifact, readArtifacts } from "./artifacts.ts";
import { type HistoryPage, listChangesets } from "./history.ts";
import type { Http } from "./network/http.ts";
import { listMemberProjects, listProjects, readProject } from "./projects.ts";
import { listReportArtifacts, listReports, listTrackers, readTracker } from "./trackers.ts";
import { readSelf } from "./users.ts";

export type Cancellable<Arguments extends unknown[], Result> = (
  ...args: [...Arguments, signal?: AbortSignal]
) => Promise<Result>;

export interface Reader {
  readonly projects: Cancellable<[offset: number], Page<Project>>;
  readonly memberProjects: Cancellable<[offset: number], Page<Project>>;
  readonly project: Cancellable<[projectId: number], Project>;
  readonly trackers: Cancellable<[project: Project, offset: number], Page<TrackerSummary>>;
  readonly tracker: Cancellable<[trackerId: number], Tracker>;
  readonly artifacts: (tracker: TrackerSummary, options: ListOptions) => Promise<Page<ArtifactRow>>;
  readonly find: (
    tracker: Tracker,
    criteria: readonly Criterion[],
    options: ListOptions,
  ) => Promise<FoundPage>;
  /** By a text in the server's own query language; undefined where it has none. */
  readonly findByText: (
    tracker: TrackerSummary,
    text: string,
    options: ListOptions,
  ) => Promise<FoundPage | undefined>;
  /** Queries that the server keeps itself; undefined where it has none. */
  readonly reports: Cancellable<[trackerId: number, offset: number], Page<Report> | undefined>;
  readonly reportArtifacts: (
    reportId: number,
    options: ListOptions,
  ) => Promise<Page<ArtifactRow> | undefined>;
  /** Open artifacts of all trackers that concern oneself; undefined where the server can't tell. */
  readonly ownArtifacts: (concern: Concern, options: ListOptions) => Promise<Page<PlacedRow> | undefined>;
  readonly artifact: Cancellable<[artifactId: number], Artifact>;
  /** With the tracker's structure, where the server offers it. */
  readonly artifactWithStructure: Cancellable<[artifactId: number], Artifact>;
  readonly artifactsById: Cancellable<[ids: readonly number[]], readonly (Artifact | Unreadable)[]>;
  /** Part of an artifact's history, oldest first, from the address that the artifact tells. */
  readonly changesets: Cancellable<[uri: string, page: HistoryPage], Page<Changeset>>;
  /** Who asks; undefined where the server can't tell. */
  readonly self: Cancellable<[], Person | undefined>;
  /** The user's id that came with the token, where a token is what we sign in with. */
  readonly tokenUserId: () => number | undefined;
}

interface ReaderOptions {
  readonly http: Http;
  readonly format: "json" | "xml";
  readonly criteriaPlace: CriteriaPlace;
  readonly tokenUserId: () => number | undefined;
}

export function createReader({ http, format, criteriaPlace, tokenUserId }: ReaderOptions): Reader {
  const routes = { http, format };
  return {
    projects: (offset, signal) => listProjects(http, offset, signal),
    memberProjects: (offset, signal) => listMemberProjects(http, offset, signal),
    project: (projectId, signal) => readProject(http, projectId, signal),
    trackers: (project, offset, signal) => listTrackers(http, project, offset, signal),
    tracker: (trackerId, signal) => readTracker(http, trackerId, signal),
    artifacts: (tracker, list) => listArtifacts(http, tracker, list),
    find: (tracker, criteria, list) => findArtifacts(http, criteriaPlace, tracker, criteria, list),
    findByText: (tracker, text, list) => findByText(http, criteriaPlace, tracker, text, list),
    reports: (trackerId, offset, signal) => listReports(http, trackerId, offset, signal),
    reportArtifacts: (reportId, list) => listReportArtifacts(http, reportId, list),
    ownArtifacts: (concern, list) => listOwnArtifacts(http, concern, list),
    artifact: (artifactId, signal) => readArtifact(routes, artifactId, "none", signal),
    artifactWithStructure: (artifactId, signal) => readArtifact(routes, artifactId, "complete", signal),
    artifactsById: (ids, signal) => readArtifacts(http, ids, signal),
    changesets: (uri, page, signal) => listChangesets(http, uri, page, signal),
    self: (signal) => readSelf(http, signal),
    tokenUserId,
  };
}
