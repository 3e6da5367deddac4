// The read requests of a site, which can be answered by the server or by the offline cache.
import type { Artifact, ArtifactRow } from "../model/artifact.ts";
import type { Changeset } from "../model/history.ts";
import type { CollectionPage, UnreadableItem } from "../model/collectionPage.ts";
import type { Kanban, KanbanList } from "../model/kanban.ts";
import type { Cardwall, Milestone, MilestoneOwner } from "../model/milestone.ts";
import type { Project } from "../model/project.ts";
import type { FoundArtifact } from "../model/query/artifactMatching.ts";
import type { Criterion } from "../model/query/criteria.ts";
import type { CrossTrackerQuery, CrossTrackerRow } from "../model/query/crossTracker.ts";
import type { RowWithTracker } from "../model/query/sortAndGroup.ts";
import type { Report } from "../model/query/savedQuery.ts";
import type { Tracker, TrackerSummary } from "../model/tracker.ts";
import type { User } from "../model/user.ts";
import type { LabeledId } from "../model/valueTypes.ts";
import {
  type MyArtifactsRole,
  type DetectedCriteriaLocation,
  fetchSearchResultPage,
  fetchTqlResultPage,
  type SearchResultPage,
  fetchTrackerArtifactsPage,
  type PageOptions,
  fetchMyArtifactsPage,
} from "./artifactLists.ts";
import { fetchArtifact, fetchArtifactsByIds } from "./artifacts.ts";
import { fetchCrossTrackerPage } from "./crossTracker.ts";
import { findByFullText } from "./fullTextSearch.ts";
import { type PageRange, fetchChangesetsPage } from "./history.ts";
import { fetchKanban, fetchKanbanPage } from "./kanbans.ts";
import {
  fetchCardwall,
  fetchMilestone,
  fetchMilestonesOfArtifact,
  fetchMilestonesPage,
  fetchPlanPage,
  type PlanList,
} from "./milestones.ts";
import type { HttpClient } from "./network/httpClient.ts";
import { fetchMemberProjectsPage, fetchProjectsPage, fetchProject } from "./projects.ts";
import { fetchReportArtifactsPage, fetchReportsPage, fetchTrackersPage, fetchTracker } from "./trackers.ts";
import { fetchCurrentUser, fetchUtcOffset } from "./users.ts";

export type CancellableFunction<Arguments extends unknown[], Result> = (
  ...args: [...Arguments, signal?: AbortSignal]
) => Promise<Result>;

export interface ReadClient {
  readonly projects: CancellableFunction<[offset: number], CollectionPage<Project>>;
  readonly memberProjects: CancellableFunction<[offset: number], CollectionPage<Project>>;
  readonly project: CancellableFunction<[projectId: number], Project>;
  readonly trackers: CancellableFunction<[project: Project, offset: number], CollectionPage<TrackerSummary>>;
  readonly tracker: CancellableFunction<[trackerId: number], Tracker>;
  readonly artifacts: (tracker: TrackerSummary, options: PageOptions) => Promise<CollectionPage<ArtifactRow>>;
  readonly findArtifacts: (
    tracker: Tracker,
    criteria: readonly Criterion[],
    options: PageOptions,
  ) => Promise<SearchResultPage>;
  /** Searches by a TQL query; `undefined` if the server has no TQL. */
  readonly findByTql: (
    tracker: TrackerSummary,
    text: string,
    options: PageOptions,
  ) => Promise<SearchResultPage | undefined>;
  /** Queries stored on the server; `undefined` if it has none. */
  readonly reports: CancellableFunction<
    [trackerId: number, offset: number],
    CollectionPage<Report> | undefined
  >;
  readonly reportArtifacts: (
    reportId: number,
    options: PageOptions,
  ) => Promise<CollectionPage<ArtifactRow> | undefined>;
  /** Open artifacts of the current user in all trackers; `undefined` if the server has no such route. */
  readonly myArtifacts: (
    role: MyArtifactsRole,
    options: PageOptions,
  ) => Promise<CollectionPage<RowWithTracker> | undefined>;
  /** Artifacts of several trackers; `undefined` if the server has no such route. */
  readonly findAcrossTrackers: (
    query: CrossTrackerQuery | string,
    options: PageOptions,
  ) => Promise<CollectionPage<CrossTrackerRow> | undefined>;
  /** At least three characters; `undefined` if the server has no full-text search. */
  readonly findByFullText: CancellableFunction<[keywords: string], readonly FoundArtifact[] | undefined>;
  readonly artifact: CancellableFunction<[artifactId: number], Artifact>;
  /** With the tracker's structure, if the server includes it. */
  readonly artifactWithStructure: CancellableFunction<[artifactId: number], Artifact>;
  readonly artifactsById: CancellableFunction<
    [ids: readonly number[]],
    readonly (Artifact | UnreadableItem)[]
  >;
  /** Changesets of an artifact, oldest first, by the URI in the artifact. */
  readonly changesets: CancellableFunction<[uri: string, page: PageRange], CollectionPage<Changeset>>;
  readonly milestones: CancellableFunction<
    [owner: MilestoneOwner, status: "open" | "closed", offset: number],
    CollectionPage<Milestone>
  >;
  readonly milestone: CancellableFunction<[milestoneId: number], Milestone>;
  /** Planned artifacts, or those that can be planned, by rank. */
  readonly plannedArtifacts: (
    list: PlanList,
    options: PageOptions,
  ) => Promise<CollectionPage<RowWithTracker>>;
  /** The milestones of a tracker in which an artifact is planned. */
  readonly milestonesOfArtifact: CancellableFunction<
    [artifactId: number, milestoneTrackerId: number],
    readonly LabeledId[]
  >;
  /** `undefined` if the milestone has none. */
  readonly cardwall: CancellableFunction<[milestoneId: number], Cardwall | undefined>;
  readonly kanban: CancellableFunction<[kanbanId: number], Kanban>;
  /** The artifacts of a column or of the backlog, by rank. */
  readonly kanbanCards: (
    kanbanId: number,
    list: KanbanList,
    options: PageOptions,
  ) => ReturnType<typeof fetchKanbanPage>;
  /** The user of the credentials; `undefined` if the server doesn't report it. */
  readonly currentUser: CancellableFunction<[], User | undefined>;
  /** Offset of the server's time zone, in minutes east of UTC; `undefined` if it isn't reported to this account. */
  readonly utcOffset: CancellableFunction<[], number | undefined>;
  /** The user ID that came with the token, if the credentials are a token. */
  readonly tokenUserId: () => number | undefined;
}

interface ReadClientOptions {
  readonly http: HttpClient;
  readonly format: "json" | "xml";
  readonly criteriaLocation: DetectedCriteriaLocation;
  readonly tokenUserId: () => number | undefined;
}

export function createReadClient({
  http,
  format,
  criteriaLocation,
  tokenUserId,
}: ReadClientOptions): ReadClient {
  const context = { http, format };
  return {
    projects: (offset, signal) => fetchProjectsPage(http, offset, signal),
    memberProjects: (offset, signal) => fetchMemberProjectsPage(http, offset, signal),
    project: (projectId, signal) => fetchProject(http, projectId, signal),
    trackers: (project, offset, signal) => fetchTrackersPage(http, project, offset, signal),
    tracker: (trackerId, signal) => fetchTracker(http, trackerId, signal),
    artifacts: (tracker, options) => fetchTrackerArtifactsPage(http, tracker, options),
    findArtifacts: (tracker, criteria, options) =>
      fetchSearchResultPage(http, criteriaLocation, tracker, criteria, options),
    findByTql: (tracker, text, options) => fetchTqlResultPage(http, criteriaLocation, tracker, text, options),
    reports: (trackerId, offset, signal) => fetchReportsPage(http, trackerId, offset, signal),
    reportArtifacts: (reportId, options) => fetchReportArtifactsPage(http, reportId, options),
    myArtifacts: (role, options) => fetchMyArtifactsPage(http, role, options),
    findAcrossTrackers: (query, options) => fetchCrossTrackerPage(http, query, options),
    findByFullText: (keywords, signal) => findByFullText(http, keywords, signal),
    milestones: (owner, status, offset, signal) => fetchMilestonesPage(http, owner, status, offset, signal),
    milestone: (milestoneId, signal) => fetchMilestone(http, milestoneId, signal),
    plannedArtifacts: (list, options) => fetchPlanPage(http, list, options),
    milestonesOfArtifact: (artifactId, trackerId, signal) =>
      fetchMilestonesOfArtifact(http, artifactId, trackerId, signal),
    cardwall: (milestoneId, signal) => fetchCardwall(http, milestoneId, signal),
    kanban: (kanbanId, signal) => fetchKanban(http, kanbanId, signal),
    kanbanCards: (kanbanId, list, options) => fetchKanbanPage(http, kanbanId, list, options),
    artifact: (artifactId, signal) => fetchArtifact(context, artifactId, "none", signal),
    artifactWithStructure: (artifactId, signal) => fetchArtifact(context, artifactId, "complete", signal),
    artifactsById: (ids, signal) => fetchArtifactsByIds(http, ids, signal),
    changesets: (uri, page, signal) => fetchChangesetsPage(http, uri, page, signal),
    currentUser: (signal) => fetchCurrentUser(http, signal),
    utcOffset: (signal) => fetchUtcOffset(http, signal),
    tokenUserId,
  };
}
